"""The command line of `gograde tournament`, and its resumption after a kill."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sgfmill import sgf

from gograde.go import read_sgf
from tests.cli.conftest import Terminal
from tests.small_league import one_move

LOST = "raise SystemExit('\\033[2Jno idea')\n"
ONLY_BLACK = "from read import readInput\nfrom write import writePass\nreadInput(5)[0] == 1 and writePass()\n"
BREAKS = one_move(opens=True)
QUICK = one_move(opens=False)
"""Its games are over at its second move at the latest; as black it passes and has no fault."""


def write(folder: Path, name: str, program: str) -> str:
    (folder / name).mkdir(parents=True)
    (folder / name / "my_player.py").write_text(program)
    return name


def test_a_table_with_places_ratings_and_wins(call: Terminal) -> None:
    done = call("tournament", "random", "greedy", "qlearning", "--pairs", "3")
    assert done.returncode == 0
    head, *rows = done.stdout.splitlines()
    assert head.split() == [
        *("place", "player", "rating", "expected", "won", "black", "white", "forfeits", "1", "2", "3")
    ]
    assert [row.split()[0] for row in rows[:3]] == ["1", "2", "3"]
    assert {row.split()[2] for row in rows[:3]} == {"random", "greedy", "qlearning"}
    assert rows[-2].startswith("18 games; white won ")
    assert rows[-1] == "Ratings come from these games alone, and 0 is their middle"
    assert call("tournament", "random", "greedy", "qlearning", "--pairs", "3").stdout == done.stdout


def test_a_tournament_goes_on_from_its_log(call: Terminal, tmp_path: Path) -> None:
    bots = ("random", "greedy", write(tmp_path, "ann", QUICK))
    first = call("tournament", *bots, "--log", "games.jsonl")
    assert first.returncode == 0
    games = (tmp_path / "games.jsonl").read_bytes()
    assert games.count(b"\n") == 6
    again = call("tournament", *bots, "--log", "games.jsonl")
    assert again.stdout == first.stdout
    assert (tmp_path / "games.jsonl").read_bytes() == games


def test_who_cannot_move_takes_no_part_and_is_told_why(call: Terminal, tmp_path: Path) -> None:
    bots = ("random", "greedy", write(tmp_path, "ann", LOST), write(tmp_path, "ben", ONLY_BLACK))
    done = call("tournament", *bots)
    assert done.returncode == 1
    assert done.stdout.splitlines()[-2:] == [
        "ann takes no part: crashed, exit code 1; it said: \\x1b[2Jno idea",
        "ben takes no part: as white: no answer, it wrote no output.txt",
    ]
    told = json.loads(call("tournament", *bots, "--format", "json").stdout)
    assert [each["name"] for each in told["standings"]] == ["greedy", "random"]
    assert told["out"][1] == {"name": "ben", "as_black": "", "as_white": "no answer, it wrote no output.txt"}


def test_when_nobody_is_left_to_play_that_is_no_success(call: Terminal, tmp_path: Path) -> None:
    bots = ("random", write(tmp_path, "ann", LOST))
    done = call("tournament", *bots, "--figures", "figures")
    assert done.returncode == 1
    assert done.stdout == (
        "No game was played.\nann takes no part: crashed, exit code 1; it said: \\x1b[2Jno idea\n"
    )
    assert not (tmp_path / "figures").exists()


def test_who_breaks_down_is_told_and_stands_last(call: Terminal, tmp_path: Path) -> None:
    bots = ("random", "greedy", write(tmp_path, "ann", BREAKS))
    done = call("tournament", *bots, "--pairs", "3")
    assert done.returncode == 1
    assert done.stdout.splitlines()[-1] == "ann: crashed three times in a row, plays no more"
    assert done.stdout.splitlines()[3].split()[1:3] == ["broken", "ann"]


def test_a_program_is_rated_on_the_scale_of_reference_players(call: Terminal, tmp_path: Path) -> None:
    write(tmp_path, "a/random", QUICK)  # called like a reference player, and none
    done = call("tournament", "a/random", "random", "greedy", "--format", "json")
    told = {each["name"]: each for each in json.loads(done.stdout)["standings"]}
    assert told["random"]["rating"] == {"elo": 0.0, "low": 0.0, "high": 0.0}
    assert [told[name]["frozen"] for name in ("random", "greedy", "a/random")] == [True, True, False]
    assert told["a/random"]["rating"]["elo"] < 0
    assert told["a/random"]["expected"]["rate"] < 0.5


def test_json_holds_the_whole_tournament(call: Terminal) -> None:
    told = json.loads(call("tournament", "random", "greedy", "--seed", "5", "--format", "json").stdout)
    assert told["schema"] == "gograde/tournament/v1"
    assert told["schedule"] == {"kind": "full", "rounds": None, "pairs": 1, "seed": 5, "openings": 1}
    best = told["standings"][0]
    assert set(best) == {
        *("name", "place", "rating", "frozen", "expected", "broken", "won", "as_black", "as_white"),
        *("forfeits", "against"),
    }
    assert (told["games_played"], len(told["games"]), told["connected"]) == (2, 2, True)
    assert set(told["digests"]) == {"random", "greedy"}
    game = told["games"][0]
    assert game["schema"] == "gograde/game/v1"
    assert game["round"] == 0
    assert set(game["black"]) == {"name", "digest"}


def test_swiss_rounds(call: Terminal, tmp_path: Path) -> None:
    bots = ("random", "greedy", *(write(tmp_path, f"p{number}", QUICK) for number in range(4)))
    told = json.loads(call("tournament", *bots, "--rounds", "2", "--format", "json").stdout)
    assert told["schedule"]["kind"] == "swiss"
    assert told["schedule"]["rounds"] == 2
    assert told["games_played"] == 12


def test_openings_games_and_pictures_are_files(call: Terminal, tmp_path: Path) -> None:
    (tmp_path / "suite.txt").write_text("2,2 1,1\n")
    options = ("--pairs", "2", "--openings", "suite.txt", "--sgf", "games", "--figures", "figures")
    assert call("tournament", "random", "greedy", *options).returncode == 0
    names = sorted(path.name for path in (tmp_path / "games").iterdir())
    assert names == [f"game-000{number}.sgf" for number in (1, 2, 3, 4)]
    third = read_sgf((tmp_path / "games" / names[2]).read_bytes())
    assert [move.point for move in third.moves[:2]] == [(2, 2), (1, 1)]  # type: ignore[union-attr]
    assert sorted(path.name for path in (tmp_path / "figures").iterdir()) == [
        *("colours.svg", "crosstable.svg", "ratings.svg")
    ]


ACCURACY = """\
judged exactly from ply 13:
player     games  moves  stones lost  a move  won  thrown away   share          95 %
qlearning      4     24           34    1.42   23            3  13.0 %   4.5 to 32.1
random         4     24           36    1.50    5            2  40.0 %  11.8 to 76.9
"""


def test_judged_games_tell_who_threw_won_positions_away(call: Terminal, tmp_path: Path) -> None:
    bots = ("random", "qlearning", "--pairs", "2", "--seed", "5")
    plain = call("tournament", *bots, "--log", "games.jsonl")
    done = call("tournament", *bots, "--log", "games.jsonl", "--analyse", "--sgf", "games")
    assert done.stdout == f"{plain.stdout}\n{ACCURACY}"
    written = [sgf.Sgf_game.from_bytes(path.read_bytes()) for path in sorted((tmp_path / "games").iterdir())]
    assert all(game.get_last_node().has_property("V") for game in written)
    better = [child for game in written for node in game.get_main_sequence() for child in node[1:]]
    assert len(better) == 5


def test_judged_games_in_json_stand_beside_the_games(call: Terminal, tmp_path: Path) -> None:
    bots = ("tournament", "random", "greedy", "--log", "games.jsonl", "--format", "json")
    plain, told = json.loads(call(*bots).stdout), json.loads(call(*bots, "--analyse").stdout)
    found = told.pop("accuracy")
    assert told == plain
    assert [each["game"] for each in found["analyses"]] == [game["key"] for game in told["games"]]
    assert {each["plies"] for each in found["analyses"]} == {12}
    assert {row["name"] for row in found["table"]} == {"random", "greedy"}


def test_pairs_of_games_that_went_alike_are_judged_once(call: Terminal, tmp_path: Path) -> None:
    bots = [write(tmp_path, name, QUICK) for name in ("ann", "ben")]
    done = call("tournament", *bots, "--pairs", "3", "--analyse")
    assert done.stdout.splitlines()[-3:] == [
        "player  games  moves  stones lost  a move  won  thrown away  share  95 %",
        "ann         2      0            0       —    0            0      —     —",
        "ben         2      0            0       —    0            0      —     —",
    ]


def test_two_players_of_one_name_are_told_apart_by_their_paths(call: Terminal, tmp_path: Path) -> None:
    bots = [write(tmp_path, f"{folder}/ann", QUICK) for folder in ("a", "b")]
    done = call("tournament", *bots)
    assert {line.split()[2] for line in done.stdout.splitlines()[1:3]} == {"a/ann", "b/ann"}


def test_a_wrong_call_is_told(call: Terminal) -> None:
    done = call("tournament", "random", "random")
    message = "random random: no tournament\nFix: give two bots or more, each of them once\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_files_that_cannot_be_read_or_written_are_named(call: Terminal, tmp_path: Path) -> None:
    (tmp_path / "latin.txt").write_bytes(b"\xff")
    bots = ("random", "greedy")
    for options, message in [
        (
            ("--openings", "no.txt"),
            "no.txt: cannot be read (No such file or directory)\nFix: name a text file of openings",
        ),
        (
            ("--openings", "latin.txt"),
            "latin.txt: cannot be read (not UTF-8)\nFix: name a text file of openings",
        ),
        (
            ("--sgf", "latin.txt"),
            "latin.txt: cannot be written (File exists)\nFix: name a folder that can be written to",
        ),
        (
            ("--figures", "latin.txt"),
            "latin.txt: cannot be written (File exists)\nFix: name a folder that can be written to",
        ),
    ]:
        done = call("tournament", *bots, *options)
        assert (done.returncode, done.stderr) == (3, f"{message}\n")


# -- killed ---------------------------------------------------------------------------------


def test_a_killed_tournament_goes_on_and_ends_as_if_it_had_not_been(call: Terminal, tmp_path: Path) -> None:
    bots = ("random", "greedy", "qlearning", write(tmp_path, "ann", QUICK))
    args = ("tournament", *bots, "--pairs", "2", "--cores", "2", "--format", "json")
    log = tmp_path / "games.jsonl"
    moments = [1, 14]
    for moment in moments:
        kill_amid((moment, 24), log, [*args, "--log", "games.jsonl"])
    assert lines(log) >= moments[-1]
    resumed = call(*args, "--log", "games.jsonl")
    assert resumed.returncode == 0
    assert resumed.stdout == call(*args).stdout
    keys = [json.loads(line)["key"] for line in log.read_bytes().splitlines()]
    assert len(keys) == len(set(keys)) == 24


def kill_amid(games: tuple[int, int], log: Path, args: list[str]) -> None:
    """Start a tournament and kill it, and nothing else, once so many games are in its log, and not yet all.

    The last games take less than a tenth of a second together.  One that was over before it could be
    killed is started again, with the log as it was.
    """
    enough, every = games
    command = [sys.executable, "-m", "gograde", *args]
    before = log.read_bytes() if log.exists() else b""
    for _ in range(20):
        with subprocess.Popen(command, cwd=log.parent, stdout=subprocess.DEVNULL) as process:
            while lines(log) < enough and process.poll() is None:
                time.sleep(0.002)
            process.send_signal(signal.SIGKILL)
        assert process.returncode in (0, -signal.SIGKILL)
        if lines(log) < every:
            assert process.returncode != 0
            return
        log.write_bytes(before)
    pytest.fail("it is over before it can be killed")


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0
