"""What the page of statistics says of its tables: titles, notes and heads of columns, for readers."""

from __future__ import annotations

from collections.abc import Mapping

from gograde.frames.statistics.runs import NEAR
from gograde.frames.table import Cell, Column
from gograde.report.words.wording import cell_words

TITLES: Mapping[str, str] = {
    "summary": "Final marks",
    "summary-groups": "Points by group of tests",
    "groups": "Points of every student by group of tests",
    "histogram": "How the final marks are spread",
    "items": "How hard each test is, and how well it tells students apart",
    "reliability": "Reliability of each assignment",
    "mistakes": "Known mistakes that give the wrong answers",
    "times": "Points against the time of handing in",
    "cpu": "CPU time against the limit",
    "crosstable": "Who won how often against whom",
}

NOTES: Mapping[str, str] = {
    "summary": "In percent, after lateness and corrections. Half of the marks lie between the quartiles; n "
    "is the number of complete marks.",
    "summary-groups": "In percent, after corrections and without lateness; n is the number of submissions of "
    "which the group is decided.",
    "groups": "A line for each student, the best total on top; a column for each group of tests.",
    "histogram": "A bar for each tenth; n is the number of complete marks.",
    "items": "A dot for each test that is worth points. At the right it is easy. At the top it is passed by "
    "those who do well in all other tests; from 0 downwards it tells nothing, or misleads.",
    "reliability": "Cronbach\u2019s alpha: near 1 when the tests agree about who does well. It counts the "
    "students of whom all tests are decided.",
    "mistakes": "How many wrong answers are those of a program with a mistake that the package knows.",
    "times": "A dot for each submission that has complete points and a due date; before lateness.",
    "cpu": f"n is the number of runs. From {100 * NEAR:.0f} % of the limit on, a slower machine may decide "
    "otherwise. Games are not counted: their limits are for moves and series.",
    "crosstable": "Games of the leagues.",
}

ALTS: Mapping[str, str] = {
    "histogram": "Histogram of the final marks, a picture for each assignment",
    "items": "Discrimination against the share that is right, a dot for each test",
    "times": "Points against the time of handing in, a dot for each submission",
    "cpu": "Share of the CPU limit that runs used: median, upper quartile and highest of each assignment",
    "groups": "Heat map: students from the best total down, groups of tests across",
}

_HEADS: Mapping[str, str] = {
    "open": "not decided",
    "missing": "not handed in",
    "q1": "lower quartile",
    "q3": "upper quartile",
    "count": "marks",
    "n_discrimination": "n of it",
    "right": "share right",
    "hours_left": "hours left",
    "student_id": "student",
}

_UNITS: Mapping[str, str] = {"percent": "%", "share of the limit": "of the limit"}
"""The units that a head names; the others say no more than the column\u2019s description."""


def value_words(column: Column, value: Cell) -> str:
    """A cell in words; a dash where nothing is known."""
    return "no known mistake" if value is None and column.name == "mistake" else cell_words(value)


def head(column: Column) -> tuple[str, str]:
    """The head of a column in words, and its unit."""
    words = _HEADS.get(column.name, column.name.replace("_", " "))
    return words, _UNITS.get(column.unit, "")
