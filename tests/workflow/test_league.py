"""The league of a class: real Snakemake, real sandbox, programs whose games end at once."""

import json
import re
import threading
from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from gograde.arena.game.match import Match, play_match
from gograde.arena.players.reference import ReferenceBot
from gograde.arena.schedule import League
from gograde.arena.series import GAMES, PROGRAM
from gograde.codec import replace, to_json
from gograde.core.record import HandedIn
from gograde.core.verdict import Verdict
from gograde.errors import DataError
from gograde.grading.facts import BatchRun, RunRecord
from gograde.workflow.league_watch import LeagueWatch, LeagueWork, duration, move_seconds
from gograde.workflow.progress import LeagueProgress
from tests.grading.league.test_league import run_result
from tests.small_league import one_move, write_small_package
from tests.workflow.test_progress import Told

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


# -- how long a league takes: told before its first game, and while it is played ---------------


LEAGUE = League(("a", "b", "c", "d"))
PLANNED = LeagueWork("game", LEAGUE, {"a": 0.5, "b": 0.5, "c": 1.0, "d": 8.0}, at_once=2)


class League6:
    """A league of twelve games that is watched by hand."""

    def __init__(self, known: int = 0, planned: LeagueWork = PLANNED) -> None:
        self.played, self.now = known, 100.0
        self.watch = LeagueWatch(planned, lambda: (self.played, LEAGUE.games), lambda: self.now)

    def later(self, seconds: float, played: int) -> str:
        self.now, self.played = 100.0 + seconds, played
        return self.watch.goes_on()


def test_before_the_first_game_the_time_is_that_of_the_moves() -> None:
    """Six games each of 12 moves, at 10 s a move for all four together, two at once: 360 s."""
    assert (LEAGUE.games, PLANNED.game_s) == (12, 60)
    assert League6().watch.begins() == "game: 12 games of 4 programs: about 6 min"
    assert League6(known=12).watch.begins() == ""
    assert "12 games of 4 programs, 2 of them known: about " in League6(known=2).watch.begins()


def test_while_it_is_played_pace_slow_programs_and_an_honest_time_left_are_told() -> None:
    league = League6()
    slow = "d takes 8.0 s a move, c takes 1.0 s a move"
    assert league.later(30, 0) == f"game: 0 of 12 games, {slow}, about 6 min left"
    assert league.later(120, 4) == f"game: 4 of 12 games, 2 a minute, {slow}, about 4 min left"
    # All but two games took twice as long as their moves let expect; so will these.
    assert league.later(600, 10).endswith(f", {slow}, about 2 min left")
    assert league.later(900, 12) == ""
    quick = League6(planned=LeagueWork("game", LEAGUE, dict.fromkeys("abcd", 0.1), 2))
    assert quick.later(60, 6) == "game: 6 of 12 games, 6 a minute, about 7 s left"


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.2, "1 s"), (119, "119 s"), (120, "2 min"), (7199, "120 min"), (7200, "2.0 h"), (26797, "7.4 h")],
)
def test_times_are_rough(seconds: float, words: str) -> None:
    assert duration(seconds) == words


def test_how_long_a_move_takes_is_known_from_the_series() -> None:
    """Twelve moves of the program as black in 24 plies."""
    game = play_match(Match(ReferenceBot("random"), ReferenceBot("greedy"), 3))
    own = replace(game, black=replace(game.black, name=PROGRAM))
    result = run_result(games_jsonl=to_json(own))
    run = BatchRun("01", Verdict.AC, "", replace(result, wall_s=6.0))
    records = [RunRecord("little-go", HandedIn(name, "0"), batches=(run,)) for name in ("ann", "out")]
    plies = len(game.moves[0::2])
    assert GAMES in result.files
    assert move_seconds(records, {"ann": ""}) == {"ann": pytest.approx(6.0 / plies)}
    idle = RunRecord("little-go", HandedIn("ann", "0"), batches=(BatchRun("01", Verdict.SK),))
    assert move_seconds([idle], {"ann": ""}) == {}


def progress(watch: Callable[[str], LeagueWatch]) -> tuple[Told, LeagueProgress]:
    told = Told()
    return told, LeagueProgress(told, watch, every_s=3600)


def test_the_first_games_of_a_league_begin_its_watch() -> None:
    league, asked = League6(), list[str]()
    told, shown = progress(lambda name: asked.append(name) or league.watch)
    shown.total(9)
    for name in ("game: ann", "game: games 00-00", "game: games 00-01"):
        shown.started(name)
    shown.finished("game: ann")
    league.later(60, 6)
    shown.tell()
    shown.close()
    assert asked == ["game"]
    assert told.lines[:3] == ["total 9", "started game: ann", "started game: games 00-00"]
    assert told.lines[3] == "game: 12 games of 4 programs: about 6 min"
    assert told.lines[6].startswith("game: 6 of 12 games, 6 a minute, d takes")
    assert told.lines[-1] == "closed"


def test_a_league_that_cannot_be_watched_is_graded_all_the_same() -> None:
    def refused(name: str) -> LeagueWatch:
        raise DataError(name, "half a file", "wait")

    told, shown = progress(refused)
    shown.started("game: games 00-00")
    shown.tell()
    shown.close()
    assert told.lines == ["started game: games 00-00", "closed"]


def test_a_line_is_told_now_and_then_without_being_asked() -> None:
    league, told = League6(), Told()
    shown = LeagueProgress(told, lambda _: league.watch, every_s=0.001)
    heard = threading.Event()
    told.note = lambda text: (told.lines.append(text), " of " in text and heard.set())  # type: ignore[method-assign]
    shown.started("game: games 00-00")
    assert heard.wait(30)
    shown.close()
