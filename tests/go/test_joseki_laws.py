"""Laws of joseki on random games and libraries, and agreement with a slow second implementation."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gograde.errors import DataError
from gograde.go import Board, Move, Point, Stone
from gograde.go.joseki import (
    Corner,
    JosekiPath,
    is_joseki,
    library,
    mirror,
    next_steps,
    play_out,
    replay,
    split_steps,
    to_area,
    to_board,
)
from gograde.go.oracles import joseki_oracle

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
    return tuple(
        JosekiPath(str(n), text, wins=draw(st.integers(0, g)), games=g)
        for n, (text, g) in enumerate(zip(texts, games, strict=True))
    )


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


def test_every_point_and_its_names_agree_with_the_turned_grids() -> None:
    for point in POINTS:
        places = to_area(*point)
        assert places == joseki_oracle.to_area(*point)
        assert {to_board(*place) for place in places} == {point}
        assert {joseki_oracle.to_board(*place) for place in places} == {point}


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
    text = text[:2] if cut else text
    assert is_joseki(text, paths) is joseki_oracle.is_joseki(text, paths)
    assert next_steps(text, paths) == joseki_oracle.next_steps(text, paths)
    assert next_steps("", paths) == joseki_oracle.next_steps("", paths)


@pytest.mark.parametrize("number", range(0, len(library()), 27))
def test_questions_to_the_built_in_library_agree(number: int) -> None:
    parts = split_steps(library()[number].steps)
    for length in (0, 1, 2, 4, len(parts)):
        text = "".join(parts[:length])
        assert next_steps(text, library()) == joseki_oracle.next_steps(text, library())


@given(games(), libraries())
def test_replays_agree(moves: list[Move], paths: tuple[JosekiPath, ...]) -> None:
    assert replay(moves, paths) == joseki_oracle.replay(moves, paths)
