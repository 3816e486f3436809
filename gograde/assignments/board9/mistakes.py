"""Mistakes that students make in board9, each as a change of `reference_program`.

The generator makes hidden batches that catch every mistake; the scorer names the mistake that explains
a wrong answer.  The first six are mistakes of public solutions that pass all handed-out boards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from gograde.assignments.board9 import reference_program
from gograde.authoring.mistake_table import Row, rows_of
from gograde.authoring.spec import Mistake
from gograde.go.board import Board, Point

TABLE = """
block-crash
The program dies on a 2x2 block of black stones: it visits the same stone twice.
+    square = ((0, 0), (0, 1), (1, 0), (1, 1))
+    if cells[start] == BLACK and any(all((r + y, c + x) in found for y, x in square) for r, c in found):
+        raise CrashError
     return found

capture-forgotten
This is the answer of a program that tests a move for liberties before it takes the captured stones off.
-        legal = [place for place in empty if captured(cells, place) or lives(cells, place)]
+        legal = [place for place in empty if lives(cells, place)]

board-changed
This is the answer of a program that changes the board while it looks for moves.
-        legal = [place for place in empty if captured(cells, place) or lives(cells, place)]
+        legal = []
+        for place in empty:
+            dead = captured(cells, place)
+            cells.update(dict.fromkeys(dead, EMPTY))
+            legal += [place] if dead or lives(cells, place) else []
@@
-        legal = [place for place in empty if captured(cells, place)]
+        legal = []
+        for place in cells:
+            if cells[place] == EMPTY and (dead := captured(cells, place)):
+                legal.append(place)
+                cells.update({place: WHITE, **dict.fromkeys(dead, EMPTY)})

chain-seen-twice
This is the answer of a program that counts a chain as dead when it meets it a second time.
-    dead = [found for found in (chain(after, other) for other in black) if not breathes(after, found)]
+    met = [chain(after, other) for other in black]
+    again = [any(other in found for found in met[:at]) for at, other in enumerate(black)]
+    dead = [found for found, seen in zip(met, again) if seen or not breathes(after, found)]

loop-variable-reused
This is the answer of a program that uses the variable of an outer loop in an inner one.
-    empty = [place for place in cells if cells[place] == EMPTY]
+    empty = []
+    for row in range(board.rows):
+        for col in range(board.cols):
+            if cells[row, col] == EMPTY:
+                empty.append((row, col))
+                row = min(3, board.rows - 1)  # where `for row in range(4)` inside has left it

row-overwritten
This is the answer of a program that goes on in another row after it took a chain off.
     empty = [place for place in cells if cells[place] == EMPTY]
+    found = {p for p in empty if question == "5" and lives(cells, p) and not captured(cells, p)}
+    walked = []
+    for row in range(board.rows):
+        for col in range(board.cols):
+            if cells[row, col] == BLACK and (row, col) not in walked:
+                walked = walk(cells, (row, col), [])
+                last = {p for stone in walked for p in near(cells, stone) if cells[p] == EMPTY}
+                if len(last) == 1:
+                    found |= last
+                    cells.update(dict.fromkeys(walked, EMPTY))
+                    row = walked[-1][0]  # it goes on in the row where the search has ended
+    return [list(place) for place in sorted(found)]
@@
+def walk(cells: Cells, stone: Place, walked: list[Place]) -> list[Place]:
+    walked.append(stone)
+    for other in near(cells, stone):
+        if cells[other] == BLACK and other not in walked:
+            walk(cells, other, walked)
+    return walked
+
+
 def solve(question: str, board: Board) -> Any:

ko-excluded
This is the answer of a program that leaves out ko shapes; one board has no ko.
-    return [stone for found in dead for stone in found]
+    taken = [stone for found in dead for stone in found]
+    return [] if len(taken) == 1 and len(black) == len(near(cells, place)) else taken

liberties-not-distinct
This is the answer of a program that counts a liberty twice when two stones share it.
-    return [stone for found in dead for stone in found]
+    last = [found for found in dead if sum(cells[p] == EMPTY for s in found for p in near(cells, s)) == 1]
+    return [stone for found in last for stone in found]

suicide-allowed
This is the answer of a program that allows suicide.
-    return breathes(after, chain(after, place))
+    return True

chain-suicide-allowed
This is the answer of a program that forbids the suicide of one stone but not of a chain.
-    return breathes(after, chain(after, place))
+    return any(cells[other] != BLACK for other in near(cells, place))

own-chain-forgotten
This is the answer of a program that forgets that a stone shares the liberties of its chain.
-    return breathes(after, chain(after, place))
+    return any(cells[other] == EMPTY for other in near(cells, place))

only-black-checked
This is the answer of a program that looks at black chains only; rule 1 is for both colours.
-    return all(breathes(cells, chain(cells, place)) for place in cells if cells[place] != EMPTY)
+    return all(breathes(cells, chain(cells, place)) for place in cells if cells[place] == BLACK)

only-white-checked
This is the answer of a program that looks at white chains only; rule 1 is for both colours.
-    return all(breathes(cells, chain(cells, place)) for place in cells if cells[place] != EMPTY)
+    return all(breathes(cells, chain(cells, place)) for place in cells if cells[place] == WHITE)

stones-not-chains
This is the answer of a program that judges every stone alone; connected stones share liberties.
-    return found
+    return [start]

single-captures-only
This is the answer of a program that captures single stones only.
-    return [stone for found in dead for stone in found]
+    return [stone for found in dead if len(found) == 1 for stone in found]

first-neighbour-only
This is the answer of a program that looks at one black neighbour of a move and no further.
-    black = [other for other in near(after, place) if after[other] == BLACK]
+    black = sorted(other for other in near(after, place) if after[other] == BLACK)[:1]

captures-must-live
This is the answer of a program that tests a move for liberties before it takes the captured stones off.
-    return [stone for found in dead for stone in found]
+    return [stone for found in dead for stone in found] if lives(cells, place) else []

colours-exchanged
This is the answer for Black; -1 is black and 1 is white, and White is to move.
-    cells = {(row, col): cell for row, line in enumerate(board.to_rows()) for col, cell in enumerate(line)}
+    turned = {EMPTY: EMPTY, BLACK: WHITE, WHITE: BLACK}
+    cells = {(r, c): turned[cell] for r, row in enumerate(board.to_rows()) for c, cell in enumerate(row)}

wrap-around
This is the answer of a program that reads index -1, which is the other edge in Python.
-    return [other for other in around if other in cells]
+    rows, cols = (last + 1 for last in next(reversed(cells)))
+    return [(r % rows, c % cols) for r, c in around if r < rows and c < cols]

transposed
Row and column are exchanged: the row comes first.
-    return [list(place) for place in legal]
+    return [[col, row] for row, col in legal]

counted-from-one
Rows and columns are counted from 1; count them from 0.
-    return [list(place) for place in legal]
+    return [[row + 1, col + 1] for row, col in legal]

diagonals
This is the answer of a program for which diagonal neighbours are connected.
-    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
+    around = [(row + y, col + x) for y in (-1, 0, 1) for x in (-1, 0, 1) if x or y]

edge-skipped
This is the answer of a program that never looks at the points of the edge.
-    return all(breathes(cells, chain(cells, place)) for place in cells if cells[place] != EMPTY)
+    inner = [place for place in cells if len(near(cells, place)) == 4]
+    return all(breathes(cells, chain(cells, place)) for place in inner if cells[place] != EMPTY)
@@
-    empty = [place for place in cells if cells[place] == EMPTY]
+    empty = [place for place in cells if cells[place] == EMPTY and len(near(cells, place)) == 4]

last-line-skipped
This is the answer of a program whose loops stop one short: the last row and column are missing.
-    return all(breathes(cells, chain(cells, place)) for place in cells if cells[place] != EMPTY)
+    inner = [(r, c) for r, c in cells if (r + 1, c + 1) in cells]
+    return all(breathes(cells, chain(cells, place)) for place in inner if cells[place] != EMPTY)
@@
-    empty = [place for place in cells if cells[place] == EMPTY]
+    empty = [(r, c) for r, c in cells if cells[r, c] == EMPTY and (r + 1, c + 1) in cells]

edge-breathes
This is the answer of a program that counts the outside of the board as a liberty.
-    return any(cells[other] == EMPTY for stone in stones for other in near(cells, stone))
+    beside = [near(cells, stone) for stone in stones]
+    return any(len(places) < 4 or any(cells[p] == EMPTY for p in places) for places in beside)

first-capture-only
This is the answer of a program that stops at the first capture.
-        legal = [place for place in empty if captured(cells, place)]
+        legal = [place for place in empty if captured(cells, place)][:1]

long-chain-crash
The program dies on a chain of more than 40 stones.
+    if len(found) > 40:
+        raise CrashError
     return found

empty-board-crash
The program dies on a board without stones of one colour.
     cells = {(row, col): cell for row, line in enumerate(board.to_rows()) for col, cell in enumerate(line)}
+    if not {BLACK, WHITE} <= {*cells.values()}:
+        raise CrashError

file-not-read
This is the answer for an empty board: look whether the file is found and read.
-    cells = {(row, col): cell for row, line in enumerate(board.to_rows()) for col, cell in enumerate(line)}
+    cells = {(row, col): EMPTY for row in range(board.rows) for col in range(board.cols)}

always-true
True is given for every board.
-        return obeys(cells)
+        return True

always-false
False is given for every board.
-        return obeys(cells)
+        return False

nothing-found
No point is given.
-    return [list(place) for place in legal]
+    return []
"""


def answer_of(row: Row, question: str, board: Board) -> bool | frozenset[Point]:
    """A program's answer; raises what the program raises."""
    answer = row.answer(question, board)
    return answer if isinstance(answer, bool) else frozenset(Point(*place) for place in answer)


MISTAKES = tuple(
    replace(row.mistake, answer=partial(answer_of, row), sure=row.name != "nothing-found")
    for row in rows_of(TABLE, reference_program.__name__)
)


def mistakes_of(_parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes; the assignment has no parameters."""
    return MISTAKES
