"""Thirty students by hand: what each handed in, the sum that docs/class.md makes of it, and the mark.

A work that has no line was handed in two hours early and is all right: `FULL` has its answers and mark.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from pathlib import Path

from tests.thirty.course import Course, Hand, Work

WORKS = {
    "warmup": Work(0, {"hello": (5, 2)}, {"policy": "constant-penalty", "penalty": 3}),
    "board": Work(
        40,
        {"read": (4, 2), "play": (4, 3)},
        {"policy": "percentage-penalty", "penalty": 10, "grace_minutes": 15},
    ),
    "ladder": Work(30, {"catch": (4, 4)}, {"policy": "late-days", "penalty": 10, "max_late_days": 2}),
    "eyes": Work(
        20, {"live": (3, 2), "dead": (3, 2)}, {"policy": "late-days", "penalty": 25, "reject_after_days": 3}
    ),
    "force": Work(
        10, {"near": (5, 2), "far": (4, 5)}, {"policy": "penalty-decay", "penalty": 5, "interval_hours": 12}
    ),
}
"""In the order of their due dates."""

LATE_DAYS = 3
CHANGES = {
    ("board", "read4"): ("void", ""),  # board is worth 18, and a day costs 1.8
    ("ladder", "catch2"): ("full", ""),  # who handed in has its 4 points
    ("eyes", "live1"): ("replace", "2"),  # 2 is right, and 1 is wrong
    ("eyes", "dead3"): ("accept", "2"),  # 1 and 2 are right
}
EXTENSIONS = {("bo", "board"): 24, ("ian", "eyes"): 48, ("ola", "force"): 6, ("zoe", "board"): 24}
OVERRIDES = {
    ("wes", "board", "play4"): 2.5,
    ("xia", "board", "read3"): 2,
    ("yu", "force", ""): 20,
    ("zed", "board", "read4"): 2,  # the test is void
    ("zed", "ladder", "catch2"): 1.125,  # above the correction of the class
    ("zoe", "board", ""): 18,  # who left the class
}
GONE = ("zoe",)

FULL = {
    "warmup": ("11111", Fraction(10)),
    "board": ("1111 1111", Fraction(18)),
    "ladder": ("1111", Fraction(16)),
    "eyes": ("211 111", Fraction(12)),
    "force": ("11111 1111", Fraction(30)),
}

BY_HAND = Path(__file__).with_name("by_hand.txt").read_text("utf-8")


@dataclass(frozen=True)
class Expected:
    """The ends of a mark or a total, exactly, and as the table shows them."""

    least: Fraction
    most: Fraction
    shown: tuple[str, str]

    @property
    def final(self) -> str:
        """The mark with two decimals, as learning systems take it; empty while it is open."""
        return self.shown[0] if self.least == self.most else ""


def course() -> Course:
    """The class of the table."""
    people = tuple(dict.fromkeys(row[0] for row in _rows()))
    hands: dict[tuple[str, str], list[Hand]] = {}
    for who, work, answers, late, _, _ in _rows():
        if work != "total":
            hands.setdefault((who, work), []).append(Hand(answers, _minutes(late)))
    full = {(who, work): [Hand(answers)] for who in people for work, (answers, _) in FULL.items()}
    return Course(WORKS, people, {**full, **hands}, LATE_DAYS, EXTENSIONS, OVERRIDES, CHANGES, GONE)


def expected() -> Mapping[tuple[str, str], Expected]:
    """The marks by student and work, and the totals of the class."""
    found = {
        (row[0], work): Expected(mark, mark, (str(mark),) * 2)
        for row in _rows()
        for work, (_, mark) in FULL.items()
    }
    for who, work, _, _, sums, mark in _rows():
        if sums:
            ends, shown = [value(one) for one in sums.split("..")], mark.split(" .. ")
            found[who, work] = Expected(ends[0], ends[-1], (shown[0], shown[-1]))
    return found


def _rows() -> list[list[str]]:
    lines = BY_HAND.strip().splitlines()[1:]
    return [[cell.strip() for cell in line.split("|")] for line in lines]


def _minutes(late: str) -> int:
    hours, _, minutes = late.removeprefix("+").partition(":")
    return int(hours or 0) * 60 + int(minutes or 0)


def value(sums: str) -> Fraction:
    """What a sum comes to, exactly."""

    def of(node: ast.expr) -> Fraction:
        match node:
            case ast.Constant(number):
                return Fraction(str(number))
            case ast.BinOp(left, ast.Add(), right):
                return of(left) + of(right)
            case ast.BinOp(left, ast.Sub(), right):
                return of(left) - of(right)
            case ast.BinOp(left, ast.Mult(), right):
                return of(left) * of(right)
            case ast.BinOp(left, ast.Div(), right):
                return of(left) / of(right)
            case ast.Call(ast.Name("max"), parts):
                return max(map(of, parts))
        raise ValueError(sums)

    return of(ast.parse(sums.strip(), mode="eval").body)


def two_places(exact: Fraction) -> str:
    """A number with at most two decimals, halves rounded up."""
    near = (Decimal(exact.numerator) / exact.denominator).quantize(Decimal("0.01"), ROUND_HALF_UP)
    return f"{near:f}".rstrip("0").rstrip(".")
