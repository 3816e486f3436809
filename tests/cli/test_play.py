"""The command line of `gograde play`."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from gograde.go import read_sgf

Terminal = Callable[..., subprocess.CompletedProcess[str]]

CENTRE = """
from read import readInput
from write import writeOutput, writePass
board = readInput(5)[2]
if board[2][2] == 0:
    writeOutput((2, 2))
else:
    writePass()
"""


def write(folder: Path, name: str, program: str) -> None:
    (folder / name).mkdir()
    (folder / name / "my_player.py").write_text(program)


def test_a_game_is_told_in_a_line_and_the_same_seed_tells_it_again(terminal: Terminal) -> None:
    first = terminal("play", "random", "greedy", "--seed", "6")
    assert first.returncode == 0
    assert first.stdout.startswith("game 1: greedy (white) wins: black ")
    assert terminal("play", "random", "greedy", "--seed", "6").stdout == first.stdout


def test_watching_shows_every_board(call: Terminal, tmp_path: Path) -> None:
    write(tmp_path, "ann", CENTRE)
    done = call("play", "ann", "ann", "--watch")
    assert done.stdout == (
        "game 1: ann (X) against ann (O)\n\n"
        "ply 1, black (X): 2,2\n"
        "  0 1 2 3 4\n0 . . . . .\n1 . . . . .\n2 . . X . .\n3 . . . . .\n4 . . . . .\n\n"
        "ply 2, white (O): PASS\n"
        "  0 1 2 3 4\n0 . . . . .\n1 . . . . .\n2 . . X . .\n3 . . . . .\n4 . . . . .\n\n"
        "ply 3, black (X): PASS\n"
        "  0 1 2 3 4\n0 . . . . .\n1 . . . . .\n2 . . X . .\n3 . . . . .\n4 . . . . .\n\n"
        "game 1: ann (white) wins: black 1, white 0 + 2.5\n"
    )


def test_which_of_two_programs_plays_is_told(call: Terminal, tmp_path: Path) -> None:
    write(tmp_path, "ann", CENTRE)
    assert call("play", "random", "ann").stderr == ""
    (tmp_path / "ann" / "my_player3.py").write_text("raise SystemExit('not this one')")
    done = call("play", "random", "ann", "--format", "json")
    assert done.stderr == "ann: my_player.py plays, not my_player3.py\n"
    assert json.loads(done.stdout)[0]["moves"]


def test_a_forfeit_is_told_with_what_the_program_said(call: Terminal, tmp_path: Path) -> None:
    write(tmp_path, "ann", "raise SystemExit('\\033[2Jno idea')")
    done = call("play", "random", "ann", "--watch")
    assert done.returncode == 0
    assert done.stdout.count("ply 2, white (O): crashed\n") == 1
    assert done.stdout.endswith(
        "game 1: random (black) wins: crashed, exit code 1; it said: \\x1b[2Jno idea\n"
    )


def test_several_games_are_counted_and_written_as_sgf(call: Terminal, tmp_path: Path) -> None:
    done = call("play", "greedy", "random", "--games", "3", "--sgf", "games")
    assert len(done.stdout.splitlines()) == 4
    assert done.stdout.splitlines()[-1].startswith("greedy (black) ")
    written = sorted((tmp_path / "games").iterdir())
    assert [path.name for path in written] == ["game-001.sgf", "game-002.sgf", "game-003.sgf"]
    assert all(getattr(read_sgf(path.read_bytes()), "komi", None) == 2.5 for path in written)


def test_json_holds_whole_records(call: Terminal) -> None:
    told = json.loads(call("play", "random", "random", "--games", "2", "--format", "json").stdout)
    assert [record["schema"] for record in told] == ["gograde/game/v1"] * 2
    assert told[0]["key"] != told[1]["key"]


def test_the_strict_profile_refuses_what_the_classic_takes(call: Terminal, tmp_path: Path) -> None:
    write(tmp_path, "ann", "open('output.txt', 'w').write('2, 2')")
    classic = call("play", "ann", "random", "--watch")
    strict = call("play", "ann", "random", "--profile", "strict")
    assert "ply 1, black (X): 2,2\n" in classic.stdout
    assert strict.stdout == (
        "game 1: random (white) wins: unreadable answer, output.txt: '2, 2' is no answer; write one line, "
        "PASS or row,column, and nothing else\n"
    )


def test_what_is_no_player_is_a_wrong_call(call: Terminal, tmp_path: Path) -> None:
    done = call("play", "random", "nobody")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "nobody: neither a file or folder nor a reference player\n"
        "Fix: give the path of a player, or one of random, greedy, alphabeta-1, alphabeta-2, alphabeta-3, "
        "alphabeta-4, mcts-200, mcts-1000, qlearning, perfect\n"
    )
    (tmp_path / "empty").mkdir()
    done = call("play", "random", "empty")
    assert done.returncode == 3
    assert done.stderr == (
        "empty: no files in it; hand in a folder, a .zip or a .tar.gz with the program in it\n"
        "Fix: give a folder, an archive or a file with the player in it\n"
    )
