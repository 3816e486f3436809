"""The modules that students import: cases worked by hand, and games compared with our own rules."""

from __future__ import annotations

import copy
import importlib
import io
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import gograde.arena
from gograde.arena.game.protocol_files import Unreadable, handed_out, read_answer, read_input, write_input
from gograde.arena.game.rules import SIDE, START
from gograde.go import Board, Point, Position, Stone, diagram
from tests.golden import values_agree

FOLDER = Path(gograde.arena.__file__).parent / "game" / "handed_out"
NAMES = ("read", "write", "host")


@pytest.fixture
def modules(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[SimpleNamespace]:
    """The three modules as a program in an empty folder finds them."""
    for name in NAMES:
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.syspath_prepend(str(FOLDER))
    monkeypatch.chdir(tmp_path)
    yield SimpleNamespace(**{name: importlib.import_module(name) for name in NAMES})
    for name in NAMES:
        sys.modules.pop(name, None)


@pytest.fixture
def host(modules: SimpleNamespace) -> ModuleType:
    found: ModuleType = modules.host
    return found


def rows(picture: str) -> list[list[int]]:
    return diagram(picture).to_rows()


def go_of(host: ModuleType, board: str, before: str = "", piece_type: int = 1) -> object:
    go = host.GO(5)
    go.set_board(piece_type, rows(before or board), rows(board))
    return go


BOARD = """
    X X O . .
    . X O . .
    O O X X X
    . . . X .
    . . . . O"""


def test_all_three_are_handed_out() -> None:
    assert list(handed_out()) == ["host.py", "read.py", "write.py"]
    assert handed_out()["read.py"] == (FOLDER / "read.py").read_bytes()


def test_a_new_game(host: ModuleType) -> None:
    go = host.GO(5)
    assert (go.size, go.X_move, go.died_pieces, go.n_move, go.max_move, go.komi, go.verbose) == (
        5,
        True,
        [],
        0,
        24,
        2.5,
        False,
    )
    go.init_board(5)
    assert go.board == go.previous_board == rows(". . . . . /" * 5)
    assert go.board is not go.previous_board


def test_neighbours_and_chains(host: ModuleType) -> None:
    go = go_of(host, BOARD)
    assert go.detect_neighbor(0, 0) == [(1, 0), (0, 1)]
    assert go.detect_neighbor(2, 2) == [(1, 2), (3, 2), (2, 1), (2, 3)]
    assert go.detect_neighbor(4, 4) == [(3, 4), (4, 3)]
    assert go.detect_neighbor_ally(2, 3) == [(3, 3), (2, 2), (2, 4)]
    assert go.ally_dfs(0, 0) == [(0, 0), (0, 1), (1, 1)]
    assert go.ally_dfs(4, 4) == [(4, 4)]
    assert sorted(go.ally_dfs(3, 3)) == [(2, 2), (2, 3), (2, 4), (3, 3)]


KO_BEFORE = ". X O . . / X . X O . / . X O . . / . . . . . / . . . . ."
KO = ". X O . . / X O . O . / . X O . . / . . . . . / . . . . ."


def test_verbose_says_why_and_a_test_does_not(host: ModuleType, capsys: pytest.CaptureFixture[str]) -> None:
    go = go_of(host, KO, KO_BEFORE)
    go.verbose = True
    go.valid_place_check(1, 2, 1, test_check=True)
    assert capsys.readouterr().out == ""
    go.valid_place_check(1, 2, 1)
    assert capsys.readouterr().out == (
        "Illegal move: ko, the board would be the one before\n"
        "----------\n  X O     \nX O   O   \n  X O     \n          \n          \n----------\n"
    )


def test_a_copy_is_another_board(host: ModuleType) -> None:
    go = go_of(host, BOARD)
    made = go.copy_board()
    made.board[3][0] = 1
    made.died_pieces.append((0, 0))
    assert go.board == rows(BOARD)
    assert go.died_pieces == []


def test_a_copy_of_an_heir_is_an_heir_with_all_it_has(host: ModuleType) -> None:
    class Heir(host.GO):  # type: ignore[name-defined, misc]
        best = None

    heir = Heir(5)
    heir.init_board(5)
    heir.seen = {"x": [1]}
    made = heir.copy_board()
    assert type(made) is Heir
    assert made.seen == heir.seen and made.seen["x"] is not heir.seen["x"]


def test_the_end_and_the_winner(host: ModuleType) -> None:
    go = go_of(host, KO, KO_BEFORE)
    assert not go.game_end(1) and not go.game_end(1, "PASS")
    assert go_of(host, KO, KO).game_end(1, "PASS")
    go.n_move = 24
    assert go.game_end(1)
    assert (go.score(1), go.score(2)) == (3, 4)
    assert go.judge_winner() == 2
    assert go_of(host, "X X X . . / " + ". . . . . / " * 4).judge_winner() == 1
    assert go_of(host, "X X . . . / " + ". . . . . / " * 4).judge_winner() == 2
    go.komi = -1
    assert go.judge_winner() == 0


def test_comparing_and_updating(host: ModuleType) -> None:
    go = go_of(host, KO, KO_BEFORE)
    assert go.compare_board(rows(KO), rows(KO))
    assert not go.compare_board(rows(KO), rows(KO_BEFORE))
    go.update_board(rows(BOARD))
    assert go.board == rows(BOARD)


def test_a_game_of_two_objects(host: ModuleType) -> None:
    class Listed:
        def __init__(self, *moves: object) -> None:
            self.moves = iter(moves)

        def get_input(self, go: object, piece_type: int) -> object:
            return next(self.moves)

    play = host.GO(5).play
    assert play(Listed("PASS"), Listed()) == 2
    assert play(Listed((2, 2), (2, 2)), Listed("PASS")) == 2
    assert play(Listed((2, 2), (2, 1)), Listed((2, 2))) == 1
    moves = [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert play(Listed(*moves, "PASS"), Listed(*["PASS"] * 4)) == 1


def test_files_are_read_and_written(modules: SimpleNamespace) -> None:
    position = Position(diagram(KO), Stone.BLACK, diagram(KO_BEFORE))
    Path("input.txt").write_bytes(write_input(position))
    assert modules.read.readInput(5) == (1, rows(KO_BEFORE), rows(KO))
    modules.write.writeNextInput(1, rows(KO_BEFORE), rows(KO), "next.txt")
    assert Path("next.txt").read_bytes() == Path("input.txt").read_bytes()
    modules.write.writeOutput((3, 0))
    assert Path("output.txt").read_bytes() == b"3,0"
    assert modules.read.readOutput() == ("MOVE", 3, 0)
    modules.write.writeOutput("PASS")
    assert Path("output.txt").read_bytes() == b"PASS"
    modules.write.writePass("other.txt")
    assert modules.read.readOutput("other.txt") == ("PASS", -1, -1)


@pytest.mark.parametrize("text", ["", "pass", "(1,2)", "3", "a,b"])
def test_an_answer_that_says_nothing_raises(modules: SimpleNamespace, text: str) -> None:
    Path("output.txt").write_text(text)
    with pytest.raises((ValueError, IndexError)):
        modules.read.readOutput()


def test_the_board_module_brings_what_it_always_brought(host: ModuleType) -> None:
    """Some programs say `from host import *` and use names that they never imported."""
    brought: dict[str, object] = {}
    exec("from host import *", brought)
    wanted = "GO readInput readOutput writeNextInput deepcopy Counter sys random timeit math argparse"
    assert set(wanted.split()) == brought.keys() - {"__builtins__"}
    assert brought["deepcopy"] is copy.deepcopy
    assert not hasattr(host, "numpy")


# -- The two files of the protocol, byte for byte -------------------------------------------------


boards = st.binary(min_size=SIDE * SIDE, max_size=SIDE * SIDE).map(
    lambda data: Board(SIDE, SIDE, bytes(byte % 3 for byte in data))
)


@given(boards, boards, st.sampled_from([Stone.BLACK, Stone.WHITE]))
def test_what_is_written_is_read_back(before: Board, now: Board, stone: Stone) -> None:
    position = Position(now, stone, before, passes=int(before == now))
    assert read_input(write_input(position)) == position


GOOD = write_input(START)


@pytest.mark.parametrize("data", [GOOD, GOOD + b"\n", GOOD.replace(b"\n", b"\r\n")])
def test_the_line_ends_of_editors_are_forgiven(data: bytes) -> None:
    assert read_input(data) == START


def test_anything_else_is_refused() -> None:
    values_agree("arena/inputs.txt", read_input=read_input, GOOD=GOOD)


# -- the answers that each profile accepts and refuses -----------------------------------------------------


PASS = None
NO = "refused"


def test_an_answer_is_read_or_refused_with_what_was_read() -> None:
    values_agree("arena/answers.txt", read=lambda data: str(read_answer(data) or "PASS"))


def refused(read: Point | Unreadable | None) -> object:
    return NO if isinstance(read, Unreadable) else read


def first_judge(text: str) -> object:
    """What the course's first judge read, as it is told of it: Python's own text methods."""
    fields = io.TextIOWrapper(io.BytesIO(text.encode("ascii")), newline=None).readline().strip().split(",")
    if fields[0] == "PASS":
        return PASS
    try:
        return Point(int(fields[0]), int(fields[1]))
    except (ValueError, IndexError):
        return NO


@given(st.text(st.sampled_from("0123479+-,, PAS\n\r\t\x0b\x1c\x00."), max_size=9))
@example("4, 4\r\nx")
@example("\x1d4,\x1e4")
def test_ascii_is_read_as_by_the_first_judge(text: str) -> None:
    assert refused(read_answer(text.encode())) == first_judge(text)
