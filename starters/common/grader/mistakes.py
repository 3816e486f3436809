"""Mistakes that students make, each the careful program with one step done wrong.

A row is a name, what a student reads who gave just this answer, and a diff of `student.py`: lines with
`-` go, lines with `+` come, and the lines before them only say where.  Hidden cases are made so that
every one of the changed programs fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.authoring.mistake_table import rows_of
from gograde.authoring.spec import Mistake

from . import student

TABLE = """
counts-twice
This is the answer of a program that counts a liberty once for every stone beside it.
-        return len({p for stone in chain for p in self.near(stone) if self.points[p] == EMPTY})
+        return sum(self.points[p] == EMPTY for stone in chain for p in self.near(stone))

stone-alone
This is the answer of a program that looks at the stone and forgets the rest of its chain.
-        return found
+        return [start]

neighbours-only
This is the answer of a search that takes the stones beside the first one and goes no further.
-        for place in found:
+        for place in [start]:

empty-is-a-stone
There is no stone on this point, so there is no chain to count for.
-        if self.points[point] == EMPTY:
+        if False:
"""


def mistakes_of(parameters: Mapping[str, Any]) -> tuple[Mistake, ...]:
    """All mistakes; `parameters` are those of assignment.yaml, which has none."""
    return rows_of(TABLE, student.__name__)
