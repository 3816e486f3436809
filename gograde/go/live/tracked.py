"""A board for searching: chains, forces and the situation are kept up to date while moves come and go.

Source: the classes `CGoString` and `CGo` of the course's paper, with `UpdateForce`.  The work is done in
`kernels`, compiled with numba and loaded when a board is made.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isnan
from typing import TYPE_CHECKING, NamedTuple

from gograde.errors import DataError
from gograde.go.board import STONES, Board, Point, Stone
from gograde.go.influence.force import ForceField, measured_field
from gograde.go.influence.matrices import DEAD, living_cells
from gograde.go.influence.situation import DEFAULT, SituationParameters
from gograde.go.live.game import need_playable
from gograde.go.moves import Illegal, Reason
from gograde.go.position import Position
from gograde.go.rules import Chain

if TYPE_CHECKING:
    from gograde.go.live.tables import Mask

MOST_FORCE = 1_000
"""The largest force of a stone: with it, no square of a sum of forces is beyond 2^53, so all are exact."""


class MoveWorth(NamedTuple):
    """A legal point and the situation after the move there minus the situation before."""

    point: Point
    value: float


class TrackedBoard:
    """A square board up to 19x19 that is played on and taken back; its methods change it.

    At every time it agrees with the whole computation: `chains` with `gograde.go.rules.chains`, `force_field`
    with `gograde.go.influence.force.force_field`, `situation` and `move_values` with
    `gograde.go.influence.situation`, all to the last digit.
    """

    def __init__(self, position: Position, parameters: SituationParameters = DEFAULT) -> None:
        """The board of a position.

        Raises `DataError` for a board on which no game is played, and for a force above `MOST_FORCE`.
        """
        from gograde.go.live import kernels, tables

        board = position.board
        need_playable(board)
        if parameters.force.force > MOST_FORCE:
            what = f"{parameters.force.force} is more than {MOST_FORCE}"
            raise DataError("force.force", what, f"give {MOST_FORCE} or less")
        self._kernels, self._names = kernels, tables
        self._empty = Board.empty(board.rows)
        self._table = tables.empty_table(board.rows, parameters)
        for place, cell in enumerate(board.cells):
            if cell:
                self._table = tables.with_room(self._table)
                kernels.put(self._table, place, cell)
        kernels.settle(self._table)
        registers, ko = self._table.registers, position.ko_point
        registers[tables.TURN], registers[tables.PASSES] = position.to_play, position.passes
        registers[tables.SEESAW] = tables.NOWHERE if ko is None else board.index(ko)

    @property
    def side(self) -> int:
        """The lines of the board."""
        return self._empty.rows

    @property
    def board(self) -> Board:
        """What the points hold."""
        return Board(self.side, self.side, self._table.colour.tobytes())

    @property
    def to_play(self) -> Stone:
        """The colour whose turn it is."""
        return STONES[self._register(self._names.TURN)]

    @property
    def passes(self) -> int:
        """The passes since the last move."""
        return self._register(self._names.PASSES)

    @property
    def plies(self) -> int:
        """How many moves and passes can be taken back."""
        return self._register(self._names.PLIES)

    @property
    def seesaw_point(self) -> Point | None:
        """The point that simple ko forbids to the side to play."""
        place = self._register(self._names.SEESAW)
        return None if place == self._names.NOWHERE else self._empty.point(place)

    def refusal(self, point: tuple[int, int]) -> Illegal | None:
        """Why the side to play may not go there; None when it may (`CanGo`)."""
        reason = Reason.KO if self.seesaw_point == point else self._reason(self.to_play, point)
        return Illegal(self.to_play, Point(*point), reason) if reason else None

    def play(self, point: tuple[int, int]) -> Illegal | None:
        """Play a move of the side to play; an illegal move changes nothing and says why (`Go`)."""
        refused = self.refusal(point)
        if not refused:
            self._make_room()  # below, an int: numba would compile everything again for an enumeration
            self._kernels.play(self._table, self._empty.index(point), int(self.to_play))
        return refused

    def pass_turn(self) -> None:
        """Pass."""
        self._make_room()
        self._kernels.skip(self._table)

    def undo(self) -> None:
        """Take the last move or pass back (`ReGo`); raises `DataError` before the first."""
        if not self.plies:
            raise DataError("undo", "there is no move to take back", "count the moves that were played")
        self._kernels.undo(self._table)

    def chains(self) -> tuple[Chain, ...]:
        """Every chain, ordered by its first stone in row-major order."""
        numbers = dict.fromkeys(number for number in self._table.chain.tolist() if number >= 0)
        return tuple(self._chain(number) for number in numbers)

    def chain_at(self, point: tuple[int, int]) -> Chain | None:
        """The chain with a stone on a point; None when the point is empty."""
        number = self._number(point)
        return None if number < 0 else self._chain(number)

    def liberties(self, point: tuple[int, int]) -> int:
        """How many liberties the chain with a stone on a point has (`nPeps`); 0 for an empty point."""
        return self._count(point, self._names.LIBERTIES)

    def stones(self, point: tuple[int, int]) -> int:
        """How many stones the chain with a stone on a point has (`nDots`); 0 for an empty point."""
        return self._count(point, self._names.STONES)

    def eyes(self, point: tuple[int, int]) -> tuple[Point, ...]:
        """The eyes of the chain with a stone on a point, row by row (`nEyes`); none for an empty point.

        An eye of a chain is an empty point whose neighbours are all stones of that chain.
        """
        number = self._number(point)
        return () if number < 0 else self._members(number, self._names.EYES)

    def force_field(self) -> ForceField:
        """The forces on all points and their measures."""
        return measured_field(self.board, self._table.sums.tolist())

    def situation(self, dead: Iterable[tuple[int, int]] = ()) -> float:
        """SFB; above 0 black is ahead."""
        return self._kernels.situation(self._table, self._mask(dead))

    def move_values(self, stone: Stone, dead: Iterable[tuple[int, int]] = ()) -> tuple[MoveWorth, ...]:
        """What a move of a colour on each legal point changes in the situation, row by row; ko is ignored."""
        self._make_room()
        values = self._names.no_values(self._table)
        self._kernels.move_values(self._table, int(stone), self._mask(dead), values)
        return tuple(
            MoveWorth(point, value)
            for point, value in zip(self._empty.points(), values.tolist(), strict=True)
            if not isnan(value)
        )

    def move_value(
        self, stone: Stone, point: tuple[int, int], dead: Iterable[tuple[int, int]] = ()
    ) -> float | Illegal:
        """What a move of a colour changes in the situation, or why it is illegal; ko is ignored."""
        reason = self._reason(stone, point)
        if reason:
            return Illegal(stone, Point(*point), reason)
        self._make_room()
        mask, place = self._mask(dead), self._empty.index(point)
        before = self._kernels.situation(self._table, mask)
        return self._kernels.move_value(self._table, place, int(stone), mask, before)

    def _reason(self, stone: Stone, point: tuple[int, int]) -> Reason | None:
        """Why a move is illegal, ko aside."""
        if point not in self._empty:
            return Reason.OFF_BOARD
        reasons = {self._names.OCCUPIED: Reason.OCCUPIED, self._names.SUICIDE: Reason.SUICIDE}
        return reasons.get(self._kernels.verdict(self._table, self._empty.index(point), int(stone)))

    def _register(self, name: int) -> int:
        return int(self._table.registers[name])

    def _make_room(self) -> None:
        self._table = self._names.with_room(self._table)

    def _number(self, point: tuple[int, int]) -> int:
        return int(self._table.chain[self._empty.index(point)])

    def _count(self, point: tuple[int, int], kind: int) -> int:
        number = self._number(point)
        return 0 if number < 0 else self._kernels.count(self._table.sets, number, kind)

    def _members(self, number: int, kind: int) -> tuple[Point, ...]:
        """The points in a set of a chain, row by row."""
        places = self._names.members(self._table, number, kind)
        return tuple(self._empty.point(place) for place in places)

    def _chain(self, number: int) -> Chain:
        stones = self._members(number, self._names.STONES)
        liberties = self._members(number, self._names.LIBERTIES)
        return Chain(STONES[self._table.colour[self._empty.index(stones[0])]], stones, liberties)

    def _mask(self, dead: Iterable[tuple[int, int]]) -> Mask:
        """The dead stones as a mask; raises `DataError` when a dead point holds no stone."""
        cells = living_cells(self.board, dead)
        return self._names.mask_of(cells, DEAD)
