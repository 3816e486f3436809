"""Joseki as text: the paper's figures, small libraries, every refusal."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gograde.assignments.influence.oracle import fast, slow
from gograde.assignments.influence.parameters import DEFAULT
from gograde.errors import DataError
from gograde.go import Board, Move, Point, Stone
from gograde.go.joseki import (
    Corner,
    JosekiPath,
    check_forest,
    is_joseki,
    mirror,
    next_steps,
    play_out,
    replay,
    to_area,
    to_board,
)
from tests.golden import values_agree

BLACK, WHITE = Stone.BLACK, Stone.WHITE
TL, TR, BL, BR = Corner

PAPER = "DDCFFCCCCDBDBEBCCEEBXXJCECFBGC"


def path(steps: str, wins: int = 0, games: int = 0) -> JosekiPath:
    return JosekiPath(steps, wins, games)


def forest(*lines: str) -> tuple[JosekiPath, ...]:
    return tuple(map(path, lines))


def game(text: str) -> tuple[Move, ...]:
    """Moves from words: X or O, then row,column or `pass`."""
    words = (word.split(":") for word in text.split())
    return tuple(
        Move(BLACK if colour == "X" else WHITE, None if at == "pass" else Point(*map(int, at.split(","))))
        for colour, at in words
    )


def places(row: int, column: int) -> str:
    return " ".join(f"{place.corner}:{place.step}" for place in to_area(row, column))


def following(steps: str) -> tuple[str, ...]:
    assert is_joseki(steps, TREE)
    return next_steps(steps, TREE)


def test_what_areas_and_steps_are() -> None:
    values_agree("go/joseki.txt", places=places, following=following, states=states)


def test_priority_follows_the_results() -> None:
    assert path("DDCF").priority == Fraction(1, 2)
    assert path("DDCF", 7, 9).priority == Fraction(8, 11)


def test_the_paper_s_15_moves_on_the_board() -> None:
    black, white = "DD FC CD BE CE EC GC", "CF CC BD BC EB JC FB"
    for corner in Corner:
        expected = Board.empty(19)
        expected = expected.with_stones(BLACK, [to_board(corner, step) for step in black.split()])
        expected = expected.with_stones(WHITE, [to_board(corner, step) for step in white.split()])
        assert play_out(PAPER, corner) == expected
        assert play_out(PAPER, corner, WHITE) == expected.swapped()


@pytest.mark.parametrize("lines", [(), ("DD",), ("DDCC",), ("DDCFCC", "DDCFDC", "CDDD", "FCDD")], ids=str)
def test_a_forest_may_branch_anywhere(lines: tuple[str, ...]) -> None:
    check_forest(forest(*lines))


TREE = forest("DDCFFCCC", "DDCFDFCC", "DDCC", "DDJD", "CDECXXFC", "ECCD")


def states(text: str, library: tuple[JosekiPath, ...] = TREE) -> str:
    areas = replay(game(text), library)
    assert tuple(areas) == (TL, TR, BL, BR)
    return " ".join(f"{corner}:{area.steps}:{area.state}" for corner, area in areas.items() if area.steps)


# -- laws of joseki on random games and libraries, and agreement with a slow second implementation --


COLOURS = (Stone.BLACK, Stone.WHITE)
POINTS = [Point(row, col) for row in range(19) for col in range(19)]
steps_anywhere = st.sampled_from([x + y for x in "ABCDEFGHIJ" for y in "ABCDEFGHIJ"] + ["XX"])
texts = st.lists(steps_anywhere, max_size=8).map("".join)


@st.composite
def lines(draw: st.DrawFn, letters: str, longest: int) -> str:
    """Steps of a legal path, a tenuki in it now and then."""
    names = [x + y for x in letters for y in letters]
    text = ""
    for step in draw(st.lists(st.sampled_from(names), min_size=1, max_size=longest, unique=True)):
        text += ("XX" if text and draw(st.integers(0, 4)) == 0 else "") + step
    try:
        play_out(text)
    except DataError:
        assume(False)
    return text


@st.composite
def libraries(draw: st.DrawFn) -> tuple[JosekiPath, ...]:
    """Paths over four points, so that they share beginnings, with records."""
    texts = draw(st.lists(lines("CD", 4), max_size=8))
    games = [draw(st.integers(0, 3)) for _ in texts]
    return tuple(JosekiPath(text, draw(st.integers(0, g)), g) for text, g in zip(texts, games, strict=True))


@st.composite
def games(draw: st.DrawFn) -> list[Move]:
    """Moves of either colour: near a 4-4 point mostly, on the middle lines or passed now and then."""
    near = [to_board(corner, x + y) for corner in Corner for x in "CD" for y in "CD"]
    rare = [None, Point(9, 9), Point(9, 3), Point(16, 9), Point(0, 0)]
    points = draw(st.lists(st.sampled_from(near * 2 + rare), max_size=12))
    return [
        Move(COLOURS[(number + draw(st.sampled_from((0, 0, 0, 1)))) % 2], point)
        for number, point in enumerate(points)
    ]


def transposed(board: Board) -> Board:
    return board.rotated().mirrored()


def agree(question: str, **value: object) -> None:
    """Whether a student's program has the same answer."""
    assert fast(DEFAULT, question, value) == slow(DEFAULT, question, value)


def rows(paths: tuple[JosekiPath, ...]) -> list[dict[str, object]]:
    return [{"steps": path.steps, "wins": path.wins, "games": path.games} for path in paths]


def test_every_point_and_its_names_agree() -> None:
    for point in POINTS:
        agree("to_area", row=point.row, col=point.column)
        assert {to_board(*place) for place in to_area(*point)} == {point}
        for corner, step in to_area(*point):
            agree("to_board", corner=corner.value, step=step)


@given(lines("ABCJ", 10))
def test_the_eight_appearances_are_turns_and_mirrors_of_one_board(text: str) -> None:
    board = play_out(text)
    assert play_out(text, Corner.TR) == board.rotated()
    assert play_out(text, Corner.BR) == board.rotated(2)
    assert play_out(text, Corner.BL) == board.rotated(3)
    assert play_out(mirror(text)) == transposed(board)
    assert play_out(text, first=Stone.WHITE) == board.swapped()


@given(libraries(), lines("CD", 4), st.booleans())
def test_questions_to_a_small_library_agree(paths: tuple[JosekiPath, ...], text: str, cut: bool) -> None:
    for steps in ("", text[:2] if cut else text):
        agree("is_joseki", steps=steps, library=rows(paths))
        agree("next_steps", steps=steps, library=rows(paths))


@given(games(), libraries())
def test_replays_agree(moves: list[Move], paths: tuple[JosekiPath, ...]) -> None:
    told = [[int(move.stone), *(move.point or (None, None))] for move in moves]
    agree("replay", moves=told, library=rows(paths))
