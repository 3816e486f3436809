"""Solves a fight: can the attacker capture the target by force?

The states of a fight form a graph with cycles (ko, seki).  The attacker wins a state when it has a move to a
won state, or when all the defender's moves lead to won states: the least set of this kind.  The search finds
it on the fly: a state counts as not won until it is shown to be won, and then the states that wait for it are
looked at again.  A defender's state waits for one answer at a time.  So no result depends on the way on which
a state was reached, and none is provisional at the end.
"""

from __future__ import annotations

from gograde.engine.cancelled import Cancelling, check
from gograde.engine.dragons.fight import Fight, State, Step

LOOK_EVERY = 64
"""States between two looks at whether the search is cancelled; about 10 ms."""


class Search:
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
        self.met_ko = False
        """Did ko forbid a point in one of the states?"""

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

    def reply(self, root: State) -> int | None:
        """After `captures`: the move that captures or saves, 0 for a pass; None when there is none."""
        for step in self._steps[root]:
            if step.after in self._steps and (step.after in self._won) == root.attacks:
                return step.move
        return None

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
        self.met_ko |= bool(state.ko)
        if self._fight.lost(state):
            self._steps[state] = []
            self._win(state)
        elif self._fight.saved(state):
            self._steps[state] = []
        else:
            self._steps[state] = self._fight.steps(state)
            self._stack.append(state)
