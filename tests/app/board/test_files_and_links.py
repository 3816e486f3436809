"""Games go out and come back: as `.go`, as SGF and as links."""

from __future__ import annotations

import pytest

from gograde.app.board.files import game_of, link_of, read_game, write_game
from gograde.app.board.table import new_game
from gograde.errors import DataError, GogradeError, UsageError
from gograde.go.board import Board, Point, Stone
from gograde.go.position import LiveGame, Position

CORNERS = (Point(3, 15), Point(15, 3), Point(15, 15))
BIG = LiveGame(new_game(19).start, 6.5, CORNERS)
SET_UP = LiveGame(
    Position(Board.empty(9).with_stones(Stone.BLACK, [(2, 2), (6, 6)]), Stone.WHITE), 0.5, (Point(4, 4), None)
)


def test_a_link_says_the_moves_as_sgf_does() -> None:
    assert link_of(BIG, 2) == "side=19&komi=6.5&ply=2&moves=pddppp"
    assert link_of(SET_UP, 2) == "side=9&komi=0.5&ply=2&black=ccgg&first=white&moves=ee--"


@pytest.mark.parametrize("game", [BIG, SET_UP, new_game(5), new_game(13)])
def test_links_come_back(game: LiveGame) -> None:
    assert game_of(link_of(game, 1)) == (game, 1)


BROKEN = """
x
side=x&moves=
side=99&moves=aa
side=-9&moves=
side=9&moves=a
side=9&moves=zz
side=9&moves=AA
side=9&moves=aaaa
side=9&komi=nan&moves=
side=9&komi=1e9&moves=
side=9&ply=x&moves=
side=9&black=zz&moves=
side=2&black=aaabbabb&moves=
"""


def test_what_is_no_link_is_refused() -> None:
    for link in [*BROKEN.splitlines(), "side=9&moves=" + "--" * 1001, "&" * 99]:
        with pytest.raises(UsageError) as told:
            game_of(link)
        assert told.value.fix in ("copy the whole link", "give a number of at most 400")


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


def test_files_that_hold_no_game_are_refused() -> None:
    for name, data, text in [
        ("a.txt", b"", "a.txt: is neither a .go nor an .sgf file\nFix: give a game as .go or .sgf"),
        ("a.go", b"PDD", "a.go: move 2: 'D' is half a move"),
        ("a.go", b"PDZZ", "a.go: move 2: 'ZZ' is off the 19x19 board"),
        ("a.go", b"PDPD", "a.go: move 2: white at (3, 15) is illegal: the point is occupied"),
        ("a.sgf", b"hello", "a.sgf: no readable SGF"),
        (
            "a.sgf",
            b"(;SZ[9];B[aa];W[aa])",
            "a.sgf: move 2: white at (0, 0) is illegal: the point is occupied",
        ),
        ("a.sgf", b"(;SZ[21];B[aa])", "a.sgf: game: start: no game is played on 21x21"),
        ("a.sgf", b"(;SZ[9]KM[1000];B[aa])", "komi: 1000 is no komi"),
        ("a.sgf", b"(;SZ[9]" + b";B[]" * 1001 + b")", "a.sgf: has 1001 moves\nFix: give at most 1000"),
        ("a.sgf", b"(;SZ[2]AB[aa][ab][ba][bb];W[])", "a.sgf: no readable SGF: setup position not legal"),
    ]:
        with pytest.raises(GogradeError) as told:
            read_game(name, data)
        assert str(told.value).startswith(text)
