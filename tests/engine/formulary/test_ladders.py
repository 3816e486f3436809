"""Ladders as pictures, and a slow search of the same."""

from __future__ import annotations

from gograde.engine.formulary.terms import caught_in_ladder
from gograde.go import Board, Illegal, Point, Stone, diagram, play
from gograde.go.rules import chains


def slowly(board: Board, prey: Point, hunter_moves: bool) -> bool:
    """Can the hunter take the prey by ataris alone?  All legal points are tried, for both sides."""
    stone = board.get(prey)
    liberties = next(len(chain.liberties) for chain in chains(board) if prey in chain.points)
    if liberties > 2 or (liberties == 2 and not hunter_moves):
        return False
    if hunter_moves and liberties == 1:
        return True
    mover = stone.opponent if hunter_moves else stone
    tried = [play(board, mover, point) for point in board.points(Stone.EMPTY)]
    after = [move.board for move in tried if not isinstance(move, Illegal)]
    return (any if hunter_moves else all)(slowly(one, prey, not hunter_moves) for one in after)


def test_all_answers_tried_come_to_the_same() -> None:
    for picture in [
        ". . . . / . X X . / X O . . / . X . .",
        ". . . . / . X X . / X O . . / . X . O",
        "X O . . / . O X . / X X . . / . . . .",
        ". . X . / X X O . / . O O . / . X X .",
        "O X . . / . X O . / . O X . / . . . .",
    ]:
        board = diagram(picture)
        for chain in chains(board):
            prey = chain.points[0]
            expected = slowly(board, prey, hunter_moves=len(chain.liberties) > 1)
            assert caught_in_ladder(board, prey) is expected, f"{board}\n{prey}"


def test_a_chase_through_a_ko_ends() -> None:
    """A prey and its hunter could take each other's stone for ever, since ko is ignored."""
    corner = diagram("""
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . X . . . . . . . . . X .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . O . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . O . . . . . . . . . . . . . . .
        . . O X . . . . . . . . . . . . . . .
        . X X O O . . . . . O . . . . . . . .
        . X O X . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
        . . . . . . . . . . . . . . . . . . .
    """)
    assert not caught_in_ladder(corner, Point(14, 3))
