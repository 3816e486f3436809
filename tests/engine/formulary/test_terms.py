"""Conditions as data: every predicate on boards, in all eight appearances, and every refusal."""

from __future__ import annotations

from gograde.engine.formulary.terms import CornerView, holds, read_terms
from gograde.go import Board, Corner, Stone, mirror, to_board

EMPTY = Board.empty(19)
BLACK, WHITE = Stone.BLACK, Stone.WHITE
NEXT = {
    Corner.TL: (Corner.TR, Corner.BL),
    Corner.TR: (Corner.BR, Corner.TL),
    Corner.BR: (Corner.BL, Corner.TR),
    Corner.BL: (Corner.TL, Corner.BR),
}
"""The corners at the end of the side along x and along y, clockwise first."""

VIEWS = [(corner, mirrored) for corner in Corner for mirrored in (False, True)]


def asked(text: str, board: Board, corner: Corner = Corner.TL, mirrored: bool = False) -> bool:
    (term,) = read_terms(text)
    return holds(term, CornerView(board, corner, mirrored, BLACK), "DDFC", 0)


def test_a_neighbour_corner_is_found_from_every_corner() -> None:
    for corner, mirrored in VIEWS:
        along_x, along_y = NEXT[corner][::-1] if mirrored else NEXT[corner]
        for axis, there in (("x", along_x), ("y", along_y)):
            board = EMPTY.with_stones(WHITE, [to_board(there, "DD")])
            assert asked(f"corner {axis} second", board, corner, mirrored)
            assert not asked(f"corner {axis} first", board, corner, mirrored)
            assert not asked(f"corner {axis} empty", board, corner, mirrored)
            other = "y" if axis == "x" else "x"
            assert asked(f"corner {other} empty", board, corner, mirrored)


def test_who_has_more_stones_holds_a_corner() -> None:
    board = EMPTY.with_stones(BLACK, [(3, 15), (2, 13)]).with_stones(WHITE, [(3, 13)])
    assert asked("corner x first", board)
    equal = board.with_stones(WHITE, [(4, 15)])
    assert [asked(f"corner x {side}", equal) for side in ("first", "second", "empty")] == [False] * 3


def test_the_reach_of_a_corner_and_of_a_side() -> None:
    assert not asked("corner x empty", EMPTY.with_stones(BLACK, [(6, 12)]))
    assert asked("corner x empty", EMPTY.with_stones(BLACK, [(7, 12), (6, 11)]))
    assert not asked("side x empty", EMPTY.with_stones(BLACK, [(4, 7)]))
    assert not asked("side x empty", EMPTY.with_stones(BLACK, [(1, 11)]))
    assert asked("side x empty", EMPTY.with_stones(BLACK, [(0, 9), (5, 9), (3, 6), (3, 12)]))


def test_not_turns_a_term_round() -> None:
    assert asked("not corner x first", EMPTY)
    assert not asked("not corner x empty", EMPTY)


WEDGE = "DDCCDCCDCEBEBFDECFDBEBCBEEBD"
"""White's stone on DE is caught after step 13."""


def test_a_ladder_is_read_over_the_whole_board() -> None:
    for corner, mirrored in VIEWS:
        (term,) = read_terms("ladder first DE 13")
        for breaker, works in ((None, True), ("JJ", False), ("JC", True)):
            far = [to_board(corner, mirror(breaker) if mirrored else breaker)] if breaker else []
            board = EMPTY.with_stones(WHITE, far)
            assert holds(term, CornerView(board, corner, mirrored, BLACK), WEDGE, 0) is works
        swapped = EMPTY.with_stones(BLACK, [to_board(corner, "JJ")])
        assert not holds(term, CornerView(swapped, corner, mirrored, WHITE), WEDGE, 0)


def test_a_ladder_is_not_asked_when_its_step_lies_behind_or_cannot_be_played() -> None:
    (term,) = read_terms("ladder first DE 13")
    broken = EMPTY.with_stones(WHITE, [(9, 9)])
    assert holds(term, CornerView(broken, Corner.TL, False, BLACK), WEDGE, 14)
    in_the_way = EMPTY.with_stones(WHITE, [(2, 2)])
    assert not holds(term, CornerView(in_the_way, Corner.TL, False, BLACK), WEDGE, 0)


def test_terms_are_written_as_they_are_read() -> None:
    text = "ladder first DE 13; not corner x second; side y empty; point JC first"
    terms = read_terms(text)
    assert "; ".join(map(str, terms)) == text
    assert (read_terms(""), read_terms(" ; ")) == ((), ())
