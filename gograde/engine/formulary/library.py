"""The library of joseki: lines of play from the package's table, flat and as a forest.

The table `lines.csv` has a row a line:

- `name`: what is played, in words;
- `steps`: the line, as `gograde.go.joseki` writes it;
- `points`: what the end of the line is worth, in points for the player of the first step: 2 is a good result
  for the first player, -2 for the second, 0 is even.  They are estimates in common opinion, whole or half, in
  which a tenuki counts as a move of the usual worth elsewhere;
- `conditions`: what the rest of the board must have (`gograde.engine.formulary.terms`), or nothing;
- `source`: where the line comes from.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from importlib.resources import files
from itertools import groupby

from gograde.engine.formulary.terms import Term, read_terms
from gograde.errors import DataError
from gograde.go.joseki import JosekiPath, check_forest, mirror, split_steps

TABLE = "lines.csv"
COLUMNS = ("name", "steps", "points", "conditions", "source")
HALVES = 2
"""Points are whole or half: estimates are no finer."""


@dataclass(frozen=True, slots=True)
class JosekiLine:
    """A line of play, from the first stone in a corner to its end."""

    name: str
    steps: str
    points: Fraction = Fraction(0)
    terms: tuple[Term, ...] = ()
    source: str = ""


@dataclass(frozen=True, slots=True)
class Branch:
    """A step of the forest: what follows it, and the line that ends with it."""

    step: str
    branches: tuple[Branch, ...] = ()
    line: JosekiLine | None = None


@dataclass(frozen=True, slots=True)
class Way:
    """A branch that a corner has come to, as the library has it or mirrored."""

    branch: Branch
    mirrored: bool

    def on(self) -> Iterable[tuple[str, Way]]:
        """The next steps, as they are on the board, and where they lead."""
        for branch in self.branch.branches:
            step = mirror(branch.step) if self.mirrored else branch.step
            yield step, Way(branch, self.mirrored)


@dataclass(frozen=True, slots=True)
class Library:
    """Lines, and the forest of them: the same lines with common beginnings joined."""

    lines: tuple[JosekiLine, ...]
    forest: tuple[Branch, ...]

    @classmethod
    def of(cls, lines: Iterable[JosekiLine]) -> Library:
        """A checked library; raises `DataError` when a line is illegal or begins another, even mirrored."""
        kept = tuple(lines)
        check_forest(JosekiPath(line.steps) for line in kept)
        return cls(kept, to_forest(kept))

    def ways(self, steps: str) -> tuple[Way, ...]:
        """Where the steps lead: nowhere, to one branch, or to two when they are their own mirror.

        Raises `DataError` as `split_steps` does.
        """
        root = Branch("", self.forest)
        ways: tuple[Way, ...] = (Way(root, False), Way(root, True))
        for played in split_steps(steps):
            ways = tuple(way for before in ways for step, way in before.on() if step == played)
        return ways


def to_forest(lines: Iterable[JosekiLine]) -> tuple[Branch, ...]:
    """The lines as a forest, branches in text order."""
    return _branches(sorted(lines, key=lambda line: line.steps), 0)


def read_lines(text: str, where: str) -> tuple[JosekiLine, ...]:
    """The lines of a table; raises `DataError` for a fault, with the number of its row."""
    rows = list(csv.reader(io.StringIO(text)))
    if not rows or tuple(rows[0]) != COLUMNS:
        raise DataError(f"{where}: row 1", "the columns are others", f"write {','.join(COLUMNS)}")
    return tuple(_line(row, f"{where}: row {number}") for number, row in enumerate(rows[1:], start=2))


@lru_cache(maxsize=1)
def library() -> Library:
    """The library of the package; it is read and checked on the first call."""
    text = files(__package__).joinpath(TABLE).read_text(encoding="utf-8")
    return Library.of(read_lines(text, TABLE))


def _branches(lines: Sequence[JosekiLine], depth: int) -> tuple[Branch, ...]:
    """The branches of sorted lines that have `depth` letters in common and are longer."""
    groups = groupby(lines, key=lambda line: line.steps[depth : depth + 2])
    return tuple(_branch(step, tuple(group), depth + 2) for step, group in groups)


def _branch(step: str, lines: Sequence[JosekiLine], depth: int) -> Branch:
    ended = [line for line in lines if len(line.steps) == depth]
    longer = [line for line in lines if len(line.steps) > depth]
    return Branch(step, _branches(longer, depth), ended[0] if ended else None)


def _line(row: Sequence[str], where: str) -> JosekiLine:
    if len(row) != len(COLUMNS):
        raise DataError(where, f"{len(row)} cells", f"give {len(COLUMNS)}")
    name, steps, points, conditions, source = row
    terms = read_terms(conditions, f"{where}: conditions")
    return JosekiLine(name, steps, _points(points, where), terms, source)


def _points(text: str, where: str) -> Fraction:
    try:
        points = Fraction(text)
    except (ValueError, ZeroDivisionError):
        points = Fraction(1, 3)
    if (points * HALVES).denominator != 1:
        raise DataError(where, f"points are {text!a}", "write whole or half points, as 2, -1 or 0.5")
    return points
