"""The command line of `gograde play`."""

from __future__ import annotations

import io
import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gograde.go import Game, read_sgf

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


def test_a_game_is_told_in_a_line_and_the_same_seed_tells_it_again(call: Terminal) -> None:
    first = call("play", "random", "greedy", "--seed", "6")
    assert first.returncode == 0
    assert first.stdout.startswith("game 1: greedy (white) wins: black ")
    assert call("play", "random", "greedy", "--seed", "6").stdout == first.stdout


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


def test_what_is_no_player_is_a_wrong_call(call: Terminal, tmp_path: Path) -> None:
    done = call("play", "random", "nobody")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "nobody: neither a file or folder nor a player\n"
        "Fix: give the path of a player, or one of engine, value, human, gnugo, gtp:PROGRAM, random, greedy, "
        "alphabeta-1, alphabeta-2, alphabeta-3, alphabeta-4, mcts-200, mcts-1000, qlearning, perfect\n"
    )
    (tmp_path / "empty").mkdir()
    done = call("play", "random", "empty")
    assert done.returncode == 3
    assert done.stderr == (
        "empty: no files in it; hand in a folder, a .zip or a .tar.gz with the program in it\n"
        "Fix: give a folder, an archive or a file with the player in it\n"
    )


# -- the engine, programs that speak GTP, a person ------------------------------------------

SPEAKER = f"gtp:{sys.executable} -IS {Path(__file__).parents[1] / 'engine' / 'gtp' / 'speaker.py'} heard"


def type_in(monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode("latin-1"))))


def test_two_players_of_any_size_play_by_area(call: Terminal, tmp_path: Path) -> None:
    told = ("play", "random", "greedy", "--side", "4", "--games", "2", "--komi", "0.5", "--sgf", "games")
    done = call(*told)
    assert done.returncode == 0
    assert [line.partition(" wins: ")[2][:2] in {"B+", "W+"} for line in done.stdout.splitlines()[:2]] == [
        *[True, True]
    ]
    assert done.stdout.splitlines()[2].startswith("random (black) ")
    assert call(*told).stdout == done.stdout
    games = [read_sgf(path.read_bytes()) for path in sorted((tmp_path / "games").iterdir())]
    assert [(game.start.rows, game.komi) for game in games if isinstance(game, Game)] == [(4, 0.5)] * 2
    told_json = json.loads(call(*told, "--format", "json").stdout)
    assert [each["schema"] for each in told_json] == ["gograde/game/v1"] * 2


def test_watching_a_board_of_another_size_shows_its_coordinates(call: Terminal) -> None:
    done = call("play", f"{SPEAKER} B2 pass", f"{SPEAKER} pass resign", "--side", "3", "--watch")
    assert done.stdout == (
        f"game 1: {Path(sys.executable).name} (X) against {Path(sys.executable).name} (O)\n\n"
        "ply 1, black (X): B2\n   A B C\n 3 . . . 3\n 2 . X . 2\n 1 . . . 1\n   A B C\n\n"
        "ply 2, white (O): pass\n   A B C\n 3 . . . 3\n 2 . X . 2\n 1 . . . 1\n   A B C\n\n"
        "ply 3, black (X): pass\n   A B C\n 3 . . . 3\n 2 . X . 2\n 1 . . . 1\n   A B C\n\n"
        f"game 1: {Path(sys.executable).name} (black) wins: B+1.5 after two passes\n"
    )


@pytest.mark.parametrize(
    ("side", "does", "reason"),
    [
        ("5", "die", "crashed, it ended at genmove b with exit code 1; it said: out of ?[2J memory"),
        ("7", "die", "crashed, it ended at genmove b with exit code 1; it said: out of ?[2J memory"),
        ("5", "Z9", "unreadable answer, 'Z9' is no move"),
        ("7", "Z9", "unreadable answer, 'Z9' is no move"),
        ("7", "hang", "time, nothing in 0.3 s to genmove b"),
    ],
)
def test_a_program_that_fails_loses_and_the_command_says_so(
    call: Terminal, side: str, does: str, reason: str
) -> None:
    done = call(
        "play", f"{SPEAKER} {does}", "greedy", "--side", side, "--timeout", "0.3" if does == "hang" else "60"
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == f"game 1: greedy (white) wins: {reason}\n"


@pytest.mark.parametrize("side", ["5", "7"])
def test_a_program_that_resigns_has_not_failed(call: Terminal, side: str) -> None:
    done = call("play", f"{SPEAKER} resign", "greedy", "--side", side)
    assert done.returncode == 0
    assert done.stdout.startswith("game 1: greedy (white) wins: ") and done.stdout.endswith("resigned\n")


def test_a_person_plays_the_game_of_the_course(call: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "what\xff\n9,9\n2,2\nmoves\nundo\n2,2\n2,2\nresign\n")
    done = call("play", "human", "greedy")
    said = [line.partition("to move: ")[2] for line in done.stdout.splitlines() if "to move: " in line]
    assert done.returncode == 0
    assert said[0] == "Type a point like 1,2, pass, undo, moves (what is legal), resign or quit."
    assert said[1] == "9,9: off the board"
    assert said[2] == said[5] and re.fullmatch("white: [0-4],[0-4]", said[2])
    assert said[3].startswith("0,0 0,1 ") and "2,2" not in said[3]
    assert said[4] == "  0 1 2 3 4"
    assert said[6] == "2,2: the point is occupied"
    assert said[7] == "game 1: greedy (white) wins: resigned"


def test_a_person_plays_on_another_board_and_leaves(call: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "B2\nundo\nA1\nPASS\n")
    done = call("play", "human", f"{SPEAKER} C3 pass", "--side", "3", "--games", "2")
    assert done.returncode == 0
    assert done.stdout.startswith(
        "   A B C\n 3 . . . 3\n 2 . + . 2\n 1 . . . 1\n   A B C\n"
        "black (X) to move: white: C3\n   A B C\n 3 . . O 3\n 2 . X . 2\n 1 . . . 1\n   A B C\n"
        "black (X) to move:    A B C\n 3 . . . 3\n 2 . + . 2\n 1 . . . 1\n   A B C\n"
        "black (X) to move: white: pass\n"
    )
    assert "game 1: human (black) wins: B+1.5 after two passes\n" in done.stdout
    assert done.stdout.endswith("black (X) to move: \ngame 2 is left\n")


def test_a_person_is_talked_to_beside_the_json(call: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    type_in(monkeypatch, "resign\nquit\n")
    done = call("play", "human", "greedy", "--games", "2", "--format", "json")
    assert [game["reason"] for game in json.loads(done.stdout)] == ["resigned"]
    assert done.stderr.endswith("game 2 is left\n")


def test_an_interrupt_ends_a_game_with_a_person(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "gograde", "play", "human", "greedy"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=tmp_path, stdin=pipe, stdout=pipe, stderr=pipe) as game:
        assert game.stdout and game.stderr
        while not game.stdout.peek().endswith(b"to move: "):  # type: ignore[attr-defined]
            game.stdout.read1()  # type: ignore[attr-defined]
        game.send_signal(signal.SIGINT)
        assert game.stderr.read().strip() == b"Interrupted."
        assert game.wait(60) == 130


@pytest.mark.parametrize(
    ("options", "refusal"),
    [
        (["--side", "9", "--analyse"], "--analyse: games are judged on 5x5 only\nFix: leave it out\n"),
        (["--komi", "3"], "--komi: white gets 2.5 on 5x5\nFix: leave it out\n"),
        (["--side", "9", "--komi", "nan"], "--komi: is no number of points\nFix: leave it out\n"),
    ],
)
def test_options_that_do_not_go_together_are_a_wrong_call(
    call: Terminal, options: list[str], refusal: str
) -> None:
    done = call("play", "random", "greedy", *options)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", refusal)


@pytest.mark.parametrize(
    ("words", "code", "refusal"),
    [
        (["random", "greedy", "--side", "19"], 2, "--joseki: no engine plays\nFix: leave it out\n"),
        (["engine", "greedy", "--side", "9"], 2, "--joseki: joseki are for 19x19\nFix: leave it out\n"),
        (["engine", "greedy", "--side", "5"], 2, "--joseki: joseki are for 19x19\nFix: leave it out\n"),
        (
            ["engine", "greedy", "--side", "19"],
            3,
            "results.json: is no JSON\nFix: put a good copy in its place, or delete the file to begin anew\n",
        ),
    ],
)
def test_engines_learn_joseki_on_19_lines_from_a_good_file(
    call: Terminal, tmp_path: Path, words: list[str], code: int, refusal: str
) -> None:
    (tmp_path / "results.json").write_text("{")
    done = call("play", *words, "--joseki", "results.json")
    assert (done.returncode, done.stdout, done.stderr) == (code, "", refusal)
    assert (tmp_path / "results.json").read_text() == "{"


@pytest.mark.needs("gnugo")
def test_gnu_go_plays_a_whole_game_on_either_board(call: Terminal) -> None:
    small = call("play", "gnugo-1", "random")
    large = call("play", "random", "gnugo-1", "--side", "7")
    assert [(done.returncode, done.stdout.count(" wins: "), done.stderr) for done in (small, large)] == [
        *[(0, 1, ""), (0, 1, "")]
    ]
