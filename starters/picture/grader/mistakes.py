"""Mistakes that students make, each the careful program with one step done wrong.

A row is a name, what a student reads who drew just this board, and a diff of `student.py`: lines with
`-` go, lines with `+` come, and the lines before them only say where.  Hidden cases are made so that
every one of the changed programs fails, and pictures are compared with its board too.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.authoring.mistake_table import rows_of
from gograde.authoring.spec import Mistake

from . import student

TABLE = """
takes-nothing
This is the board of a program that puts the stone and takes nothing off.
-        return [chain for chain in beside if self.liberties(chain) == 0]
+        return []

one-stone
This is the board of a program that takes the stone beside the move, not the whole of its chain.
-        return [chain for chain in beside if self.liberties(chain) == 0]
+        dead = [chain for chain in beside if self.liberties(chain) == 0]
+        return [[p for p in chain if p in self.near(point)] for chain in dead]

one-chain
This is the board of a program that takes one chain, though the move takes more.
-        return [chain for chain in beside if self.liberties(chain) == 0]
+        return [chain for chain in beside if self.liberties(chain) == 0][:1]

takes-in-atari
This is the board of a program that takes chains which have a liberty left.
-        return [chain for chain in beside if self.liberties(chain) == 0]
+        return [chain for chain in beside if self.liberties(chain) <= 1]

forgets-the-stone
The stone that was played is missing.
-        return self.board()
+        self.points[point] = EMPTY
+        return self.board()
"""


def mistakes_of(parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes; `parameters` are those of assignment.yaml, which has none."""
    return rows_of(TABLE, student.__name__)
