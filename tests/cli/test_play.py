"""The command line of `gograde play`."""

import io
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sgfmill import sgf

from gograde.arena.game.record import GameRecord
from gograde.arena.judged_game import Analysis
from gograde.codec import of_value
from gograde.go import Game, read_sgf
from gograde.report.words.judged_games import analysis_lines
from tests.cli.conftest import Terminal
from tests.golden import commands_agree
from tests.small_league import one_move

CENTRE = """
from read import readInput
from write import writeOutput, writePass
board = readInput(5)[2]
if board[2][2] == 0:
    writeOutput((2, 2))
else:
    writePass()
"""


def test_what_is_said_of_games_is_kept(tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "ann", CENTRE)
    write(tmp_path, "two", "raise SystemExit('\\033[2Jno idea')")
    (tmp_path / "two" / "my_player3.py").write_text("raise SystemExit('not this one')")
    (tmp_path / "empty").mkdir()
    (tmp_path / "results.json").write_text("{")
    commands_agree("cli/play.txt", {tmp_path: "HERE"}, capsys)
    assert (tmp_path / "results.json").read_text() == "{"
    for folder, count, side, komi in (("five", 3, 5, 2.5), ("four", 2, 4, 0.5)):
        games = [read_sgf(path.read_bytes()) for path in sorted((tmp_path / folder).iterdir())]
        found = [(game.start.rows, game.komi) for game in games if isinstance(game, Game)]
        assert found == [(side, komi)] * count


@pytest.mark.parametrize("options", [(), ("--side", "4", "--komi", "0.5")])
def test_json_holds_whole_records(call: Terminal, options: tuple[str, ...]) -> None:
    told = json.loads(call("play", "random", "random", "--games", "2", *options, "--format", "json").stdout)
    assert [record["schema"] for record in told] == ["gograde/game/v1"] * 2
    assert told[0]["key"] != told[1]["key"]


# -- the engine, programs that speak GTP, a person ------------------------------------------

SPEAKER = f"gtp:{sys.executable} -IS {Path(__file__).parents[1] / 'engine' / 'gtp' / 'speaker.py'} heard"


def type_in(monkeypatch: pytest.MonkeyPatch, lines: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode("latin-1"))))


def test_watching_a_board_of_another_size_shows_its_coordinates(call: Terminal) -> None:
    done = call("play", f"{SPEAKER} B2 pass", f"{SPEAKER} pass resign", "--side", "3", "--watch")
    assert done.stdout == (
        f"game 1: {Path(sys.executable).name} (X) against {Path(sys.executable).name} (O)\n\n"
        "ply 1, black (X): B2\n   A B C\n 3 . . . 3\n 2 . X . 2\n 1 . . . 1\n   A B C\n\n"
        "ply 2, white (O): pass\n   A B C\n 3 . . . 3\n 2 . X . 2\n 1 . . . 1\n   A B C\n\n"
        "ply 3, black (X): pass\n   A B C\n 3 . . . 3\n 2 . X . 2\n 1 . . . 1\n   A B C\n\n"
        f"game 1: {Path(sys.executable).name} (black) wins: B+1.5 after two passes\n"
    )


@pytest.mark.parametrize("side", ["5", "7"])
def test_a_program_that_fails_loses_and_the_command_says_so(call: Terminal, side: str) -> None:
    done = call("play", f"{SPEAKER} hang", "greedy", "--side", side, "--timeout", "0.3")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == "game 1: greedy (white) wins: time, nothing in 0.3 s to genmove b\n"


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


@pytest.mark.needs("gnugo")
def test_gnu_go_plays_a_whole_game_on_either_board(call: Terminal) -> None:
    small = call("play", "gnugo-1", "random")
    large = call("play", "random", "gnugo-1", "--side", "7")
    assert [(done.returncode, done.stdout.count(" wins: "), done.stderr) for done in (small, large)] == [
        *[(0, 1, ""), (0, 1, "")]
    ]


# -- the command line of `gograde gtp` ---------------------------------------------------------


GTP = (sys.executable, "-m", "gograde", "gtp")


def test_a_person_cannot_play_where_a_program_talks(call: Terminal) -> None:
    done = call("gtp", "--player", "human")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("human: neither a file or folder nor a player")


def test_each_answer_comes_before_the_next_command_and_an_interrupt_ends_it(tmp_path: Path) -> None:
    pipe = subprocess.PIPE
    command = [*GTP, "--player", "greedy"]
    with subprocess.Popen(command, cwd=tmp_path, text=True, stdin=pipe, stdout=pipe, stderr=pipe) as engine:
        assert engine.stdin and engine.stdout and engine.stderr
        for line, answer in [("protocol_version", "= 2\n"), ("\x1b[2J", "? unknown command\n")]:
            engine.stdin.write(f"{line}\n")
            engine.stdin.flush()
            assert [engine.stdout.readline(), engine.stdout.readline()] == [answer, "\n"]
        engine.send_signal(signal.SIGINT)
        assert engine.stderr.read() == "\nInterrupted.\n"
        assert engine.wait(60) == 130


def test_the_end_of_the_commands_ends_the_program(tmp_path: Path) -> None:
    done = subprocess.run(
        [*GTP, "--player", "greedy"], cwd=tmp_path, input=b"1 name\n\xff\n2 name", capture_output=True,
        check=True,
    )  # fmt: skip
    assert done.stdout == b"=1 gograde greedy\n\n? unknown command\n\n=2 gograde greedy\n\n"
    assert done.stderr == b""


# -- games judged from the command line --------------------------------------------------------


def test_a_played_game_is_judged_in_text_in_json_and_in_sgf(call: Terminal, tmp_path: Path) -> None:
    words = ("play", "random", "alphabeta-2", "--seed", "4", "--analyse")
    (told,) = json.loads(call(*words, "--format", "json", "--sgf", "games").stdout)
    game, analysis = of_value(GameRecord, told["game"]), of_value(Analysis, told["analysis"])
    assert [move.ply for move in analysis.moves] == list(range(13, 25))
    head, *lines = call(*words).stdout.splitlines()
    assert head.startswith("game 1: ")
    assert lines == [f"  {line}" for line in analysis_lines(game, analysis)]
    written = sgf.Sgf_game.from_bytes((tmp_path / "games" / "game-001.sgf").read_bytes())
    assert written.get_last_node().get("V") == game.black_stones - game.white_stones - 2.5


# -- the command line of `gograde tournament`, and its resumption after a kill ---------------------


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
