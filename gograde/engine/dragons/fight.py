"""The game that decides life and death: a few points of a board, on which two sides may play.

The attacker wants to capture the target, the defender does not want it.  Both play by the rules on the points
of the theatre, with simple ko, or pass.  The attacker has won when the target is off the board; the defender
wins everything else: a game that never ends, and seki.  Stones with a liberty outside the theatre cannot be
captured here, since nobody plays outside.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from gograde.engine.dragons.dragon import Grid, single_bits, unconditionally_alive
from gograde.go.player import Cancelling, check


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
    attacker plays only on liberties of the target, beside them, and where it captures.  0 means neither.
    """

    grid: Grid
    theatre: int
    safe: int
    target: int
    start: State
    enough: int = 0

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
        if taken and not taken & (taken - 1):
            mine = state.other if state.attacks else state.own
            around = self.grid.beside(move)
            if around & (empty | taken) == taken and not around & mine:
                ko = taken
        if state.attacks:
            return Step(move, State(state.own & ~taken, state.other | move, ko, False))
        return Step(move, State(state.own | move, state.other & ~taken, ko, True))


# -- solves a fight: can the attacker capture the target by force? -----------------------------------------
# The states of a fight form a graph with cycles (ko, seki).  The attacker wins a state when it has a move
# to a won state, or when all the defender's moves lead to won states: the least set of this kind.  The
# search finds it on the fly: a state counts as not won until it is shown to be won, and then the states
# that wait for it are looked at again.  A defender's state waits for one answer at a time.  So no result
# depends on the way on which a state was reached, and none is provisional at the end.

LOOK_EVERY = 64
"""States between two looks at whether the search is cancelled; about 10 ms."""


class FightSearch:
    """Solves states of one fight, and keeps what it found; a budget limits the states in all."""

    def __init__(self, fight: Fight, budget: int, cancelled: Cancelling) -> None:
        self._fight = fight
        self._budget = budget
        self._cancelled = cancelled
        self._stack: list[State] = []
        self._won: set[State] = set()
        self._steps: dict[State, list[Step]] = {}
        self._next: dict[State, int] = {}
        self._waiting: dict[State, list[State]] = {}
        self._stopped = False

    @property
    def states(self) -> int:
        """How many states were looked at."""
        return len(self._steps)

    def captures(self, root: State) -> bool | None:
        """Does the attacker capture the target from this state?  None when the budget was too small."""
        self._open(root)
        while self._stack and root not in self._won and not self._stopped:
            state = self._stack.pop()
            if state not in self._won:
                (self._attack if state.attacks else self._defend)(state)
        if root in self._won:
            return True
        return None if self._stopped else False

    def _attack(self, state: State) -> None:
        """Look at the attacker's next move; then the state must be looked at again."""
        number = self._next[state]
        if number < len(self._steps[state]):
            self._next[state] = number + 1
            self._stack.append(state)
            self._wait(state, self._steps[state][number].after)

    def _defend(self, state: State) -> None:
        """Look at the first answer that is not shown to lose."""
        for step in self._steps[state][self._next[state] :]:
            if step.after not in self._won:
                self._wait(state, step.after)
            if step.after not in self._won:
                return
            self._next[state] += 1
        self._win(state)

    def _wait(self, state: State, after: State) -> None:
        """Have a state looked at again when one that follows it is won."""
        self._open(after)
        if after not in self._won:
            self._waiting.setdefault(after, []).append(state)
        elif state.attacks:
            self._win(state)

    def _win(self, state: State) -> None:
        """Note that the attacker wins a state, and what follows from that."""
        new = [state]
        while new:
            state = new.pop()
            if state not in self._won:
                self._won.add(state)
                for before in self._waiting.pop(state, ()):
                    (new if before.attacks else self._stack).append(before)

    def _open(self, state: State) -> None:
        """Look at a state for the first time."""
        if state in self._steps:
            return
        if len(self._steps) % LOOK_EVERY == 0:
            check(self._cancelled)
        if len(self._steps) >= self._budget:
            self._stopped = True
            return
        self._next[state] = 0
        if self._fight.lost(state):
            self._steps[state] = []
            self._win(state)
        elif self._fight.saved(state):
            self._steps[state] = []
        else:
            self._steps[state] = self._fight.steps(state)
            self._stack.append(state)
