"""Mistakes that students make in board-control, each as a change of `careful_program`.

The mistakes guide the generator, and the scorer names the mistake that explains a wrong answer.  The
first eight are those of a published program.  `CrashError` stands also for a program that never comes
back, and for one that changes its input, which is wrong although the answer is right.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from gograde.assignments.board_control import careful_program
from gograde.authoring.mistake_table import rows_of
from gograde.authoring.spec import Mistake

TABLE = """
stack-test-inverted
This is the answer of a search that stops at its first dead end instead of going back.
-        stones, known = [start], {start}
-        for place in stones:  # grows during the loop
-            new = [other for other in self.friends(place) if other not in known]
-            stones += new
-            known.update(new)
-        return stones
+        path = [start]
+        while new := [p for p in self.friends(path[-1]) if p not in path and p not in seen]:
+            path.append(new[0])
+        return path

neighbours-computed-once
This is the answer of a search that looks at the neighbours of its first stone and no further.
-        stones, known = [start], {start}
-        for place in stones:  # grows during the loop
-            new = [other for other in self.friends(place) if other not in known]
-            stones += new
-            known.update(new)
-        return stones
+        return [start, *(place for place in self.friends(start) if place not in seen)]

pair-loops-for-ever
The program never comes back when two stones of one colour are side by side.
         stones, known = [start], {start}
+        if self.friends(start):
+            raise CrashError

marks-first-stone-only
This is the answer of a program that keeps one stone of every chain and forgets the others.
-        return chain
+        return chain[:1]

wrong-colour-compared
This is the answer of a program that counts the empty points beside other chains of the colour.
         self.mover = mover
+        of = {colour: [p for p in self.places() if self.at(p) == colour] for colour in (BLACK, WHITE)}
+        self.beside = {colour: self.open_beside(places) for colour, places in of.items()}
@@
     def liberties(self, chain: Chain) -> set[Place]:
+        # The empty points beside other stones of the colour; those only beside this chain do not count.
+        own, colour = {*chain}, self.at(chain[0])
+        places = self.open_beside(chain)
+        unshared = {p for p in places if own.issuperset(q for q in self.near(p) if self.at(q) == colour)}
+        return self.beside[colour] - unshared
+
+    def open_beside(self, chain: Chain) -> set[Place]:

chain-once-a-stone
Every chain is listed as often as it has stones; remember which stones you have visited.
         entries = [self.entry(chain) for chain in self.chains()]
+        entries = [entry for entry in entries for _ in entry["stones"]]

runs-in-circles
The program never comes back on a chain that closes a ring, such as a block of four stones.
             known.update(new)
+        if sum(len(self.friends(place)) for place in stones) // 2 >= len(stones):
+            raise CrashError

edges-swapped
The program compares rows with the width and columns with the height.
-        return [(row, col) for row, col in around(place) if 0 <= row < self.rows and 0 <= col < self.cols]
+        up, down, left, right = around(place)
+        found = [up] * (place[0] != 0) + [down] * (place[0] != self.cols - 1)
+        found += [left] * (place[1] != 0) + [right] * (place[1] != self.rows - 1)
+        if any(row >= self.rows or col >= self.cols for row, col in found):
+            raise CrashError
+        return found

black-first
This is the answer of a program that takes black off and then judges white on what is left.
-        return [(BLACK, WHITE)] if self.mover is None else [(3 - self.mover,), (self.mover,)]
+        return [(BLACK,), (WHITE,)] if self.mover is None else [(3 - self.mover,), (self.mover,)]

white-first
This is the answer of a program that takes white off and then judges black on what is left.
-        return [(BLACK, WHITE)] if self.mover is None else [(3 - self.mover,), (self.mover,)]
+        return [(WHITE,), (BLACK,)] if self.mover is None else [(3 - self.mover,), (self.mover,)]

one-at-a-time
This is the answer of a program that takes off chain by chain until nothing changes.
-            self.remove([chain for chain in self.dead() if self.at(chain[0]) in colours])
+            while dead := [chain for chain in self.dead() if self.at(chain[0]) in colours][:1]:
+                self.remove(dead)

mover-ignored
This is the answer of a program that does not look at who has just moved.
-        return [(BLACK, WHITE)] if self.mover is None else [(3 - self.mover,), (self.mover,)]
+        return [(BLACK, WHITE)]

movers-own-first
This is the answer of a program that takes the mover's own stones off first.
-        return [(BLACK, WHITE)] if self.mover is None else [(3 - self.mover,), (self.mover,)]
+        return [(BLACK, WHITE)] if self.mover is None else [(self.mover,), (3 - self.mover,)]

movers-suicide-kept
This is the answer of a program that leaves the mover's own stones without a liberty on the board.
-        return [(BLACK, WHITE)] if self.mover is None else [(3 - self.mover,), (self.mover,)]
+        return [(BLACK, WHITE)] if self.mover is None else [(3 - self.mover,)]

only-black-removed
This is the answer of a program that takes off black stones only.
-        return self.count(chain) == 0
+        return self.count(chain) == 0 and self.at(chain[0]) == BLACK

only-white-removed
This is the answer of a program that takes off white stones only.
-        return self.count(chain) == 0
+        return self.count(chain) == 0 and self.at(chain[0]) == WHITE

first-chain-only
This is the answer of a program that stops after the first chain it takes off.
-        return [chain for chain in self.chains() if self.is_dead(chain)]
+        return [chain for chain in self.chains() if self.is_dead(chain)][:1]

single-stones-only
This is the answer of a program that takes off single stones only.
-        return self.count(chain) == 0
+        return self.count(chain) == 0 and len(chain) == 1

nothing-removed
The board came back as it was.
-        return self.count(chain) == 0
+        return False

board-changed
The board that was passed in is changed; make a new one.
     def remove(self, chains: Sequence[Chain]) -> None:
+        if chains:
+            raise CrashError

dead-not-listed
Chains without a liberty are missing; the list is of the board as it is given.
-        entries = [self.entry(chain) for chain in self.chains()]
+        entries = [self.entry(chain) for chain in self.chains() if self.count(chain)]

stones-one-by-one
This is the answer of a program that judges every stone alone; a chain shares its liberties.
-            new = [other for other in self.friends(place) if other not in known]
+            new = []

liberties-not-distinct
A liberty that touches two stones of a chain is counted twice.
-        return len(self.liberties(chain))
+        return sum(self.at(other) == EMPTY for place in chain for other in self.near(place))

last-liberty-lost
This is the answer of a program that takes off chains with a single liberty too.
-        return self.count(chain) == 0
+        return self.count(chain) <= 1

diagonals
This is the answer of a program for which diagonal points are neighbours.
-        return [(row, col) for row, col in around(place) if 0 <= row < self.rows and 0 <= col < self.cols]
+        places = (*around(place), *((place[0] + y, place[1] + x) for y in (-1, 1) for x in (-1, 1)))
+        return [(row, col) for row, col in places if 0 <= row < self.rows and 0 <= col < self.cols]

wrap-around
This is the answer of a program that reads index -1, which is the other edge in Python.
-        return [(row, col) for row, col in around(place) if 0 <= row < self.rows and 0 <= col < self.cols]
+        inside = [(row, col) for row, col in around(place) if row < self.rows and col < self.cols]
+        return list(dict.fromkeys((row % self.rows, col % self.cols) for row, col in inside))

edge-breathes
This is the answer of a program that counts the outside of the board as liberties.
-        return len(self.liberties(chain))
+        beside = {other for place in chain for other in around(place)}
+        inside = {other for place in chain for other in self.near(place)}
+        return len(self.liberties(chain)) + len(beside - inside)

edge-liberties-missed
This is the answer of a program that does not see empty points on the edge of the board.
-        return {other for place in chain for other in self.near(place) if self.at(other) == EMPTY}
+        beside = {other for place in chain for other in self.near(place) if self.at(other) == EMPTY}
+        return {(r, c) for r, c in beside if 0 < r < self.rows - 1 and 0 < c < self.cols - 1}

last-line-skipped
This is the answer of a program whose loops stop one short: they miss the last row and column.
-        return [(row, col) for row in range(self.rows) for col in range(self.cols)]
+        return [(row, col) for row in range(self.rows - 1) for col in range(self.cols - 1)]

square-assumed
This is the answer of a program that takes the board for a square.
         self.mover = mover
+        if self.rows > self.cols:
+            raise CrashError
+        self.cols = self.rows

transposed
Rows and columns are exchanged: the row comes first.
-        return self.grid
+        return [list(column) for column in zip(*self.grid, strict=True)]
@@
-        stones = sorted(list(place) for place in self.marked(chain))
+        stones = sorted([col, row] for row, col in self.marked(chain))

recursion-limit
The program dies on a long chain, since it calls itself for every stone.
         stones, known = [start], {start}
+        path, met = [start], {start}
+        while path:
+            if len(path) > 500:  # stones on a path: two calls for each reach Python's limit of 1000
+                raise CrashError
+            new = next((place for place in self.friends(path[-1]) if place not in met), None)
+            if new is None:
+                path.pop()
+            else:
+                path.append(new)
+                met.add(new)

empty-list-crash
The program dies on the board without rows, [].
         self.mover = mover
+        if not rows:
+            raise CrashError

empty-rows-crash
The program dies on a board whose rows are empty, [[]].
         self.mover = mover
+        if rows and not rows[0]:
+            raise CrashError

one-colour-crash
The program dies on a board without stones of one colour.
         self.mover = mover
+        if not {BLACK, WHITE} <= {cell for row in rows for cell in row}:
+            raise CrashError
"""

UNSURE = ("movers-suicide-kept", "wrong-colour-compared")
"""Mistakes that the public cases cannot tell from other faults, as tests measure with mutants."""

MISTAKES = tuple(
    replace(row.mistake, sure=row.name not in UNSURE) for row in rows_of(TABLE, careful_program.__name__)
)


def mistakes_of(_parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes; the assignment has no parameters."""
    return MISTAKES
