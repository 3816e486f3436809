"""Thirty students by hand: what each handed in, the sum that docs/class.md makes of it, and the mark.

A work that has no line was handed in two hours early and is all right: `FULL` has its answers and mark.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction

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

BY_HAND = """
who | work   | answers    | late    | sum                                              | mark
ada | total  |            |         | 40 + 30 + 20 + 10                                | 100
bo  | board  | 1111 1111  | +20:00  | 3*2 + 4*3                                        | 18
bo  | total  |            |         | 40 + 30 + 20 + 10                                | 100
cy  | board  | 1111 1111  | +0:15   | 3*2 + 4*3                                        | 18
cy  | ladder | 0011       | -1:00   | 0 + 4 + 4 + 4                                    | 12
cy  | ladder | 1111       | +1:00   |                                                  |
cy  | total  |            |         | 40 + 30*12/16 + 20 + 10                          | 92.5
dee | board  | 1111 1111  | +0:16   | 3*2 + 4*3 - 1*1.8                                | 16.2
dee | total  |            |         | 40*16.2/18 + 30 + 20 + 10                        | 96
eli | board  | 1011 1101  | +24:15  | 2*2 + 3*3 - 1*1.8                                | 11.2
eli | total  |            |         | 40*11.2/18 + 30 + 20 + 10                        | 84.89
fay | board  | 1111 1111  | +24:16  | 3*2 + 4*3 - 2*1.8                                | 14.4
fay | total  |            |         | 40*14.4/18 + 30 + 20 + 10                        | 92
gil | board  | 1?00 000?  | +240:00 | max(2 - 10*1.8, 0)                               | 0
gil | force  | ?0000 0000 | +1:00   | max(0 - 1*1.5, 0) .. 2 - 1*1.5                   | 0 .. 0.5
gil | total  |            |         | 0 + 30 + 20 + 0 .. 0 + 30 + 20 + 10*0.5/30       | 50 .. 50.17
hu  | board  | h1t1 1h01  | -2:00   | 2/2 + 2 + 2/3 + 3 + 3/2 + 0 + 3                  | 11.17
hu  | total  |            |         | 40*(1 + 2 + 2/3 + 3 + 3/2 + 3)/18 + 30 + 20 + 10 | 84.81
ian | ladder | 1111       | +47:00  | 4*4                                              | 16
ian | eyes   | 211 111    | +72:00  | 3*2 + 3*2                                        | 12
ian | total  |            |         | 40 + 30 + 20 + 10                                | 100
joy | ladder | 1111       | +60:00  | 4*4 - 1*1.6                                      | 14.4
joy | eyes   | 211 112    | +30:00  | 3*2 + 3*2 - 1*3                                  | 9
joy | total  |            |         | 40 + 30*14.4/16 + 20*9/12 + 10                   | 92
kim | eyes   | 211 111    | +72:00  | 3*2 + 3*2                                        | 12
kim | total  |            |         | 40 + 30 + 20 + 10                                | 100
lee | eyes   | 211 111    | +72:01  | 0                                                | 0
lee | total  |            |         | 40 + 30 + 0 + 10                                 | 80
mo  | ladder | 1111       | +10:00  | 4*4                                              | 16
mo  | eyes   | 211 111    | +80:00  | 0                                                | 0
mo  | force  | 11111 1111 | +13:00  | 5*2 + 4*5 - 2*1.5                                | 27
mo  | total  |            |         | 40 + 30 + 0 + 10*27/30                           | 79
ned | force  | 11111 1111 | +12:00  | 5*2 + 4*5 - 1*1.5                                | 28.5
ned | total  |            |         | 40 + 30 + 20 + 10*28.5/30                        | 99.5
ola | force  | 11111 1111 | +6:00   | 5*2 + 4*5                                        | 30
ola | total  |            |         | 40 + 30 + 20 + 10                                | 100
pia | board  | NS         |         | 0                                                | 0
pia | total  |            |         | 0 + 30 + 20 + 10                                 | 60
qi  | warmup | NS         |         | 0                                                | 0
qi  | board  | NS         |         | 0                                                | 0
qi  | ladder | NS         |         | 0                                                | 0
qi  | eyes   | NS         |         | 0                                                | 0
qi  | force  | NS         |         | 0                                                | 0
qi  | total  |            |         | 0 + 0 + 0 + 0                                    | 0
ray | ladder | CE         | -2:00   | 0 + 4 + 0 + 0                                    | 4
ray | total  |            |         | 40 + 30*4/16 + 20 + 10                           | 77.5
sam | ladder | NS         |         | 0                                                | 0
sam | total  |            |         | 40 + 0 + 20 + 10                                 | 70
tia | ladder | JE         | -2:00   | 4 .. 4*4                                         | 4 .. 16
tia | total  |            |         | 40 + 30*4/16 + 20 + 10 .. 40 + 30 + 20 + 10      | 77.5 .. 100
uma | board  | 11?1 1111  | +1:00   | 2*2 + 4*3 - 1*1.8 .. 3*2 + 4*3 - 1*1.8           | 14.2 .. 16.2
uma | total  |            |         | 40*14.2/18 + 60 .. 40*16.2/18 + 60               | 91.56 .. 96
val | eyes   | 2!1 111    | +5:00   | 2*2 + 3*2 .. 3*2 + 3*2                           | 10 .. 12
val | total  |            |         | 40 + 30 + 20*10/12 + 10 .. 40 + 30 + 20 + 10     | 96.67 .. 100
wes | board  | 1111 1110  | -2:00   | 3*2 + 3*3 + 2.5                                  | 17.5
wes | total  |            |         | 40*17.5/18 + 30 + 20 + 10                        | 98.89
xia | board  | 11?1 1111  | -2:00   | 2*2 + 2 + 4*3                                    | 18
xia | total  |            |         | 40 + 30 + 20 + 10                                | 100
yu  | force  | 11111 1111 | +24:00  | 20                                               | 20
yu  | total  |            |         | 40 + 30 + 20 + 10*20/30                          | 96.67
zed | ladder | 1011       | -2:00   | 3*4 + 1.125                                      | 13.13
zed | total  |            |         | 40 + 30*13.125/16 + 20 + 10                      | 94.61
abe | eyes   | 111 112    | -2:00   | 2*2 + 3*2                                        | 10
abe | total  |            |         | 40 + 30 + 20*10/12 + 10                          | 96.67
bea | eyes   | 211 110    | -2:00   | 3*2 + 2*2                                        | 10
bea | force  | TLE        | -2:00   | 0                                                | 0
bea | total  |            |         | 40 + 30 + 20*10/12 + 0                           | 86.67
cal | warmup | 11111      | +25:00  | 5*2 - 2*3                                        | 4
cal | total  |            |         | 40 + 30 + 20 + 10                                | 100
dov | warmup | 00000      | +1:00   | max(0 - 1*3, 0)                                  | 0
dov | board  | 0000 0000  | +1:00   | max(0 - 1*1.8, 0)                                | 0
dov | ladder | 0000       | +23:00  | 0 + 4 + 0 + 0                                    | 4
dov | eyes   | 000 000    | -2:00   | 0                                                | 0
dov | force  | 00000 0000 | -2:00   | 0                                                | 0
dov | total  |            |         | 0 + 30*4/16 + 0 + 0                              | 7.5
"""


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
