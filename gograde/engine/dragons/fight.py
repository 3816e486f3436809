"""The game that decides life and death: a few points of a board, on which two sides may play.

The attacker wants to capture the target, the defender does not want it.  Both play by the rules on the points
of the theatre, with simple ko, or pass.  The attacker has won when the target is off the board; the defender
wins everything else: a game that never ends, and seki.  Stones with a liberty outside the theatre cannot be
captured here, since nobody plays outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gograde.engine.dragons.alive import unconditionally_alive
from gograde.engine.dragons.grid import Grid, single_bits


class State(NamedTuple):
    """The stones of both sides, the point that ko forbids (0: none), and who is to move."""

    own: int
    other: int
    ko: int
    attacks: bool


class Step(NamedTuple):
    """A move, 0 for a pass, and the state after it."""

    move: int
    after: State


@dataclass(frozen=True, slots=True)
class Fight:
    """The theatre and what does not change in it; all sets are bits of `grid`.

    `safe` holds stones of both sides that cannot be captured; a chain with one of them is safe.  `target` is
    one stone of the chain that is attacked.  With `enough` liberties, the target has escaped; then the
    attacker plays only on liberties of the target, beside them, and where it captures.  0 means neither.  Ko
    does not bind the side with threats: True the attacker, False the defender, None neither.
    """

    grid: Grid
    theatre: int
    safe: int
    target: int
    start: State
    enough: int = 0
    threats: bool | None = None

    def lost(self, state: State) -> bool:
        """Is the target off the board?"""
        return not state.own & self.target

    def saved(self, state: State) -> bool:
        """Has the target escaped, or can it not be captured though the defender always passes?"""
        chain = self.grid.flood(self.target, state.own)
        if chain & self.safe:
            return True
        if self.enough:
            liberties = self.grid.beside(chain) & self.theatre & ~(state.own | state.other)
            if liberties.bit_count() >= self.enough:
                return True
        return bool(self.target & unconditionally_alive(self.grid, self.theatre, state.own, state.other))

    def steps(self, state: State) -> list[Step]:
        """What the side to move may do, the most urgent first.

        Captures come first, then points with many empty neighbours, then the pass.  The attacker passes only
        where ko forbids a point, since else the defender can pass too.
        """
        mine, theirs = (state.other, state.own) if state.attacks else (state.own, state.other)
        empty = self.theatre & ~(mine | theirs)
        taken = self._captures(theirs, empty)
        legal = self.grid.beside(empty) & empty
        for chain in self.grid.parts(mine):
            liberties = self.grid.beside(chain) & empty
            if chain & self.safe or liberties & (liberties - 1):
                legal |= liberties
        if self.enough and state.attacks:
            near = self.grid.beside(self.grid.flood(self.target, state.own)) & empty
            legal &= near | self.grid.beside(near)
        for move in taken:
            legal |= move
        found = [(self._urgency(state, move, empty, taken), move) for move in single_bits(legal & ~state.ko)]
        found.sort()
        steps = [self._played(state, move, empty, taken.get(move, 0)) for _, move in found]
        if state.ko or not state.attacks:
            steps.append(Step(0, State(state.own, state.other, 0, not state.attacks)))
        return steps

    def _captures(self, theirs: int, empty: int) -> dict[int, int]:
        """The last liberties of unsafe chains, with the stones that fall there."""
        taken: dict[int, int] = {}
        for chain in self.grid.parts(theirs):
            liberties = self.grid.beside(chain) & empty
            if not liberties & (liberties - 1) and not chain & self.safe:
                taken[liberties] = taken.get(liberties, 0) | chain
        return taken

    def _urgency(self, state: State, move: int, empty: int, taken: dict[int, int]) -> int:
        return -8 * taken.get(move, 0).bit_count() - 2 * (self.grid.beside(move) & empty).bit_count()

    def _played(self, state: State, move: int, empty: int, taken: int) -> Step:
        ko = 0
        if taken and not taken & (taken - 1) and self.threats in (None, state.attacks):
            mine = state.other if state.attacks else state.own
            around = self.grid.beside(move)
            if around & (empty | taken) == taken and not around & mine:
                ko = taken
        if state.attacks:
            return Step(move, State(state.own & ~taken, state.other | move, ko, False))
        return Step(move, State(state.own | move, state.other & ~taken, ko, True))
