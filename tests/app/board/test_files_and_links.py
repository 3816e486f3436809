"""Games go out and come back: as `.go`, as SGF and as links."""

from functools import partial

import pytest

from gograde.app.board.files import game_of, link_of, read_game, write_game
from gograde.app.board.table import new_game
from gograde.errors import DataError, UsageError
from gograde.go.board import Board, Point, Stone
from gograde.go.position import LiveGame, Position
from tests.golden import errors_agree

CORNERS = (Point(3, 15), Point(15, 3), Point(15, 15))
BIG = LiveGame(new_game(19).start, 6.5, CORNERS)
SET_UP = LiveGame(
    Position(Board.empty(9).with_stones(Stone.BLACK, [(2, 2), (6, 6)]), Stone.WHITE), 0.5, (Point(4, 4), None)
)


def test_a_link_holds_the_game_as_sgf() -> None:
    assert link_of(BIG, 2).startswith("ply=2&sgf=%28%3B")
    assert link_of(BIG, 2).endswith("%3BB%5Bpd%5D%3BW%5Bdp%5D%3BB%5Bpp%5D%29%0A")


@pytest.mark.parametrize("game", [BIG, SET_UP, new_game(5), new_game(13)])
def test_links_come_back(game: LiveGame) -> None:
    assert game_of(link_of(game, 1)) == (game, 1)


BROKEN = ("", "x", "ply=1", "sgf=%28%3BSZ%5B9%5D%29", "ply=x&sgf=%28%3BSZ%5B9%5D%29", "ply=1&sgf=x", "&" * 99)


def test_what_is_no_link_is_refused() -> None:
    for link in BROKEN:
        with pytest.raises(UsageError) as told:
            game_of(link)
        assert told.value.fix == "copy the whole link"


@pytest.mark.parametrize("kind", ["go", "sgf"])
def test_files_come_back(kind: str) -> None:
    again = read_game(f"game.{kind}", write_game(BIG, kind))
    assert (again.start, again.steps) == (BIG.start, BIG.steps)


def test_a_dot_go_file_has_no_header_and_no_passes() -> None:
    assert write_game(BIG, "go") == b"PDDPPP"
    with pytest.raises(DataError):
        write_game(SET_UP, "go")
    again = read_game("set up.SGF", write_game(SET_UP, "sgf"))
    assert (again.start.board, again.steps) == (SET_UP.start.board, SET_UP.steps)


def test_a_game_on_5x5_that_was_saved_is_the_one_of_the_course_again() -> None:
    game = LiveGame(new_game(5).start, 2.5, (Point(2, 2),))
    assert read_game("five.sgf", write_game(game, "sgf")) == game


NO_GAMES = (
    ("a.txt", b""), ("a.go", b"PDD"), ("a.go", b"PDZZ"), ("a.go", b"PDPD"), ("a.sgf", b"hello"),
    ("a.sgf", b"(;SZ[9];B[aa];W[aa])"), ("a.sgf", b"(;SZ[21];B[aa])"), ("a.sgf", b"(;SZ[9]KM[1000];B[aa])"),
    ("a.sgf", b"(;SZ[9]" + b";B[]" * 1001 + b")"), ("a.sgf", b"(;SZ[2]AB[aa][ab][ba][bb];W[])"),
)  # fmt: skip


def test_files_that_hold_no_game_are_refused() -> None:
    tried = ((f"{name} {data[:30]!r}", partial(read_game, name, data)) for name, data in NO_GAMES)
    errors_agree("app/no-games.txt", tried)
