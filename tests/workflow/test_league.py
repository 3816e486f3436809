"""The league of a class: real Snakemake, real sandbox, programs whose games end at once."""

import json
import re
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from tests.small_league import one_move, write_small_package

Room = Any  # the conftest's own class

CLASS = """\
schema: gograde/class/v1
title: A class that plays
assignments:
  little-go: {package: packages/little-go}
"""


def program(name: str, opens: bool) -> str:
    return one_move(opens, f"one move is enough for {name}")


PROGRAMS = {
    "alice": program("alice", True), "bob": program("bob", False), "chen": program("chen", False),
    "eve": "raise SystemExit('no idea')\n",
}  # fmt: skip


@pytest.fixture
def playing(tmp_path: Path, make_room: Callable[[Path], Room]) -> Room:
    """A class of four programs, with a package that asks for few games."""
    room = make_room(tmp_path / "class")
    package = room.path / "packages/little-go"
    write_small_package(package)
    (room.path / "class.yaml").write_text(CLASS)
    (room.path / "roster.csv").write_text("student_id\n" + "".join(f"{one}\n" for one in PROGRAMS))
    for student, text in PROGRAMS.items():
        hand_in(room, student, text)
    (room.path / "key").write_bytes(b"k" * 32)
    assert room.gograde("cases", "describe", "--sample", str(package)).code == 0
    made = room.gograde(
        "cases", "generate", str(package), "--key", str(room.path / "key"), "--into", str(room.path)
    )
    assert made.code == 0, made.err
    return room


def hand_in(room: Room, student: str, text: str) -> None:
    folder = room.path / "submissions/little-go" / student
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "my_player.py").write_text(text)


def league_of(room: Room) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((room.path / "work/league/little-go.json").read_text())
    return found


def to_run(room: Room) -> dict[str, str]:
    """What a preview of a regrade cannot know yet, and why; the preview changes nothing."""
    done = room.gograde("regrade", str(room.path), "--format", "json")
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert found["changes"] == []
    return {one["student"]: one["why"] for one in found["to_run"]}


def games_in_logs(room: Room) -> list[str]:
    logs = (room.path / "work/league/little-go/games").glob("*.jsonl")
    return [json.loads(line)["key"] for log in logs for line in log.read_bytes().splitlines()]


def test_a_league_from_beginning_to_end(playing: Room) -> None:
    done = playing.run()
    assert done.code == 0, done.err
    # Before its first game the league says how long it takes; then the time left by jobs means nothing.
    begun = re.search(r"^little-go: 6 games of 3 programs: about \d+ s$", done.err, re.MULTILINE)
    assert begun is not None
    assert " left" not in done.err[begun.end() :]
    found = league_of(playing)
    assert found["players"] == ["alice", "bob", "chen"]
    assert len(found["games"]) == 6
    # All met all: the games against reference players have no part in it.
    assert (found["anchors"], found["anchor_games"]) == ({}, [])
    # No game comes so far that it could be judged.
    judged = {row["name"]: (row["games"], row["moves"], row["share"]) for row in found["accuracy"]}
    assert judged == dict.fromkeys(found["players"], (4, 0, None))
    assert {student: test["verdict"] for student, test in found["tests"].items()} == {
        **{"alice": "PAC", "bob": "PAC", "chen": "PAC"},
        "eve": "RTE",
    }
    assert found["tests"]["eve"]["message"] == "first moves: crashed, exit code 1; it said: no idea"
    score = json.loads((playing.path / "work/scores/little-go/alice.json").read_text())
    assert [test["name"] for test in score["tests"]][-1] == "league/classmates"
    assert {"little-go: round 00", "little-go: games 00-00", "little-go: rate"} <= named(done.err)

    # The pages: staff see everything, a student the own games, and no classmate.
    reports = playing.path / "reports"
    staff = (reports / "league-little-go.html").read_text()
    assert all(f">{student}</a>" in staff for student in PROGRAMS)
    pictures = re.findall(r'src="(league-little-go/[a-z]+\.svg)"', staff)
    assert len(pictures) == 2
    assert all((reports / name).read_bytes().startswith(b"<svg") for name in pictures)
    assert 'href="league-little-go.html"' in (reports / "index.html").read_text()
    # Every game as SGF and on the page that steps it; the crosstable leads there.
    games = (reports / "league-little-go/games.html").read_text()
    assert len(set(re.findall(r'href="league-little-go/games.html#(g-\d-\d)"', staff))) == 3
    told = [(reports / f"league-little-go/game-{number:04}.sgf").read_bytes() for number in range(1, 7)]
    assert all(f'href="game-{number:04}.sgf"' in games for number in range(1, 7))
    assert {re.search(rb"PB\[(\w+)\]PW\[(\w+)\]", sgf)[0] for sgf in told} == {  # type: ignore[index]
        f"PB[{black}]PW[{white}]".encode() for black, white in permutations(("alice", "bob", "chen"), 2)
    }
    own = (reports / "students/alice.html").read_text()
    assert "games against classmates" in own
    assert "classmate " in own
    assert re.findall(r"\b(?:bob|chen|eve)\b", own.lower()) == []

    # Nothing changed; then a program changes, and plays its own games again and no others.
    assert "Nothing had changed.\n" in playing.run().out
    keys = games_in_logs(playing)
    assert len(keys) == len(set(keys)) == 6
    assert to_run(playing) == {}
    hand_in(playing, "chen", program("chen", False) + "# changed\n")
    played = dict.fromkeys(("alice", "bob", "eve"), "games of the league are to be played")
    assert to_run(playing) == {**played, "chen": "the work of chen changed after these marks were made"}
    assert playing.run().code == 0
    assert len(games_in_logs(playing)) == 6 + 4
    sides = Counter(name for line in new_games(playing, keys) for name in (line["black"], line["white"]))
    assert sides == {"chen": 4, "alice": 2, "bob": 2}

    # What another version wrote is made anew, by all cores; games are not played again.
    work, whole = playing.path / "work", (playing.path / "work/league/little-go.json").read_bytes()
    drop(work / "league/little-go.json", "accuracy")
    drop(work / "league/little-go/round-00.json", "out")
    done = playing.run()
    assert done.code == 0, done.err
    assert {"little-go: round 00", "little-go: rate"} <= named(done.err)
    assert (work / "league/little-go.json").read_bytes() == whole
    assert len(games_in_logs(playing)) == 6 + 4
    assert "threads: 2" in rule_in_log(work, "rate")


def drop(path: Path, key: str) -> None:
    value = json.loads(path.read_text())
    del value[key]
    path.write_text(json.dumps(value))


def rule_in_log(work: Path, rule: str) -> str:
    """What Snakemake noted down of a job of its last run."""
    log = max((work / ".snakemake/log").glob("*.log"))
    return log.read_text().partition(f"rule {rule}:")[2].partition("\n[")[0]


def named(progress: str) -> set[str]:
    return {line.split("] ")[1].split(", about")[0] for line in progress.splitlines() if line[0] == "["}


def new_games(room: Room, keys: list[str]) -> list[dict[str, str]]:
    logs = (room.path / "work/league/little-go/games").glob("*.jsonl")
    lines = [json.loads(line) for log in logs for line in log.read_bytes().splitlines()]
    return [
        {side: line[side]["name"] for side in ("black", "white")} for line in lines if line["key"] not in keys
    ]


def test_a_class_without_a_league_has_no_part_of_one(graded: Room) -> None:
    plan = json.loads((graded.path / "work/plan/plan.json").read_text())
    assert plan["assignments"]["board9"]["league"] is None
    assert not (graded.path / "work/league").exists()
    assert not list((graded.path / "reports").glob("league-*"))
    done = graded.gograde("step", "round", str(graded.path), "board9", "0")
    assert (done.code, done.err) == (
        2,
        "board9: no league in the plan of this class\n"
        "Fix: name an assignment with a group that is scored by-league, and run gograde run first\n",
    )
    # What came of a league that the assignment has no more goes.
    before = graded.path / "work/league/board9.json"
    before.parent.mkdir()
    before.write_text("{}")
    assert graded.gograde("step", "plan", str(graded.path)).code == 0
    assert not before.exists()
