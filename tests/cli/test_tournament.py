"""The command line of `gograde tournament`, and its resumption after a kill."""

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
from tests.golden import commands_agree
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


def test_what_is_said_of_tournaments_is_kept(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    quick = dict.fromkeys(("quick", "other/quick", "1", "2", "3"), QUICK)
    for name, text in {**quick, "lost": LOST, "black": ONLY_BLACK, "breaks": BREAKS}.items():
        write(tmp_path, name, text)
    (tmp_path / "suite.txt").write_text("2,2 1,1\n")
    (tmp_path / "latin.txt").write_bytes(b"\xff")
    commands_agree("cli/tournament.txt", {tmp_path: "HERE"}, capsys)
    assert lines(tmp_path / "quick.jsonl") == 6
    games = [read_sgf(path.read_bytes()) for path in sorted((tmp_path / "games").iterdir())]
    assert [[move.point for move in game.moves[:2]] for game in games[2:]] == [[(2, 2), (1, 1)]] * 2  # type: ignore[union-attr]
    assert len(games) == 4
    judged = [sgf.Sgf_game.from_bytes(path.read_bytes()) for path in (tmp_path / "judged").iterdir()]
    assert all(game.get_last_node().has_property("V") for game in judged)
    better = [child for game in judged for node in game.get_main_sequence() for child in node[1:]]
    assert len(better) == 5


def test_a_program_is_rated_on_the_scale_of_reference_players(call: Terminal, tmp_path: Path) -> None:
    write(tmp_path, "a/random", QUICK)  # called like a reference player, and none
    done = call("tournament", "a/random", "random", "greedy", "--format", "json")
    told = {each["name"]: each for each in json.loads(done.stdout)["standings"]}
    assert told["random"]["rating"] == {"elo": 0.0, "low": 0.0, "high": 0.0}
    assert [told[name]["frozen"] for name in ("random", "greedy", "a/random")] == [True, True, False]
    assert told["a/random"]["rating"]["elo"] < 0
    assert told["a/random"]["expected"]["rate"] < 0.5


def test_json_holds_the_whole_tournament(call: Terminal, tmp_path: Path) -> None:
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
    ben = write(tmp_path, "ben", ONLY_BLACK)
    other = json.loads(call("tournament", "random", "greedy", ben, "--format", "json").stdout)
    assert other["out"] == [{"name": "ben", "as_black": "", "as_white": "no answer, it wrote no output.txt"}]
    game = told["games"][0]
    assert game["schema"] == "gograde/game/v1"
    assert game["round"] == 0
    assert set(game["black"]) == {"name", "digest"}


def test_judged_games_in_json_stand_beside_the_games(call: Terminal, tmp_path: Path) -> None:
    bots = ("tournament", "random", "greedy", "--log", "games.jsonl", "--format", "json")
    plain, told = json.loads(call(*bots).stdout), json.loads(call(*bots, "--analyse").stdout)
    found = told.pop("accuracy")
    assert told == plain
    assert [each["game"] for each in found["analyses"]] == [game["key"] for game in told["games"]]
    assert {each["plies"] for each in found["analyses"]} == {12}
    assert {row["name"] for row in found["table"]} == {"random", "greedy"}


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
