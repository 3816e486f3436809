"""Random games in which a board that is kept up to date is compared with the whole computation at every ply.

    python -m tests.campaign.tracked --seed 1 --count 125

Boards of all sizes from 2x2 to 19x19; moves, captures, ko, passes, and moves that are taken back.  Ends with
1 at the first difference, and prints the game.  The test suite plays a few short ones.
"""

from __future__ import annotations

import argparse
import random
import sys
from dataclasses import dataclass, field

from gograde.go.board import Board, Point
from gograde.go.influence.force import force_field
from gograde.go.influence.situation import move_value, situation_value
from gograde.go.live.tracked import TrackedBoard
from gograde.go.moves import Illegal
from gograde.go.oracles import rules_oracle
from gograde.go.position import Position
from gograde.go.rules import capture_points, chains

SIDES = range(2, 20)
TAKEN_BACK, PASSED, CAPTURED = 0.1, 0.03, 0.4
"""Shares of the plies: a move is taken back, is a pass, or captures where something can be captured."""

SELDOM = 10
"""Plies between two comparisons that take long."""

TRIED = 3
"""Moves whose value is compared then."""


@dataclass
class TrackedGame:
    """A game on both boards; `told` says what was done, for a report."""

    side: int
    rng: random.Random
    past: list[Position] = field(default_factory=list)
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.position = Position(Board.empty(self.side))
        self.board = TrackedBoard(self.position)

    def step(self) -> None:
        """Another ply, or one less."""
        draw = self.rng.random()
        if draw < TAKEN_BACK and self.past:
            self.told.append("undo")
            self.board.undo()
            self.position = self.past.pop()
        elif draw < TAKEN_BACK + PASSED:
            self.told.append("pass")
            self.board.pass_turn()
            self._go_on(self.position.pass_turn())
        else:
            self._try(self._point(draw))

    def differs(self) -> bool:
        """Does anything differ from what the whole computation says?"""
        board, position = self.board, self.position
        known = (board.board, board.to_play, board.passes, board.seesaw_point)
        return (
            known != (position.board, position.to_play, position.passes, position.ko_point)
            or board.chains() != chains(position.board)
            or board.force_field() != force_field(position.board)
            or board.situation() != situation_value(position.board)
        )

    def a_chain_differs(self) -> bool:
        """Do stones, liberties or eyes of a chain differ from what the second implementation says?"""
        return any(self._string_differs(chain.points[0]) for chain in chains(self.position.board))

    def a_value_differs(self) -> bool:
        """Does the value of a move differ?"""
        values = self.board.move_values(self.position.to_play)
        tried = self.rng.sample(values, min(TRIED, len(values)))
        now = self.position.board, self.position.to_play
        return any(value != move_value(*now, point) for point, value in tried)

    def _string_differs(self, point: Point) -> bool:
        stones, liberties, eyes = rules_oracle.string_at(self.position.board, point)
        known = self.board.stones(point), self.board.liberties(point), set(self.board.eyes(point))
        return known != (len(stones), len(liberties), eyes)

    def _point(self, draw: float) -> Point:
        """A point to try, which may be illegal."""
        if draw > 1 - CAPTURED and (taking := capture_points(self.position.board, self.position.to_play)):
            return self.rng.choice(taking)
        return self.rng.choice(self.position.board.points())

    def _try(self, point: Point) -> None:
        self.told.append(f"{point.row},{point.column}")
        after, refused = self.position.play(point), self.board.play(point)
        if isinstance(after, Position):
            self._go_on(after)
        assert refused == (after if isinstance(after, Illegal) else None), self.told

    def _go_on(self, after: Position) -> None:
        self.past.append(self.position)
        self.position = after


def difference(side: int, seed: int, plies: int) -> str:
    """What was done until the boards differed; empty when they never did."""
    game = TrackedGame(side, random.Random(f"{side} {seed}"))
    for ply in range(plies):
        game.step()
        seldom = ply % SELDOM == 0 and (game.a_chain_differs() or game.a_value_differs())
        if seldom or game.differs():
            return f"side {side}: {' '.join(game.told)}"
    return ""


def main(arguments: list[str]) -> int:
    """Play games; 1 when one shows a difference."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--count", type=int, required=True)
    options = parser.parse_args(arguments)
    for number in range(options.count):
        side = SIDES[(options.seed * options.count + number) % len(SIDES)]
        if told := difference(side, options.seed * options.count + number, 2 * side * side):
            print(f"a difference: {told}")
            return 1
    print(f"{options.count} games, no difference")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
