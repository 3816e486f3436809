"""Statistics of a class, each a table made from the tables of its marks.

What is not decided (JE, RV, pending) is left out and counted, never taken for 0; so are submissions that were
not handed in.  Every number stands beside the number of students or submissions that it was made from.
They are computed without pandas: to load it takes longer than all of them for a class of hundreds.
"""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from math import fsum
from operator import itemgetter
from typing import Any

from gograde.classroom.handed_in import NOT_LATE
from gograde.report.frames.table import Cell, Table, table

Tables = Mapping[str, Table]
"""The tables of the marks, by name."""

Row = tuple[Cell, ...]

NOBODY = "catches nobody"
EVERYBODY = "catches everybody"

BINS = 10
"""Bars of a histogram, each 10 percent wide; the last holds 100 percent too."""

NEAR = 0.8
"""The share of a limit from which a run is near it: a slower machine may decide otherwise."""


def _columns(tables: Tables, name: str, wanted: str) -> Iterator[tuple[Any, ...]]:
    """Some columns of a table, row by row; blanks stand between their names."""
    names = [column.name for column in tables[name].columns]
    return map(itemgetter(*map(names.index, wanted.split())), tables[name].rows)


def _grouped(rows: Iterable[tuple[Any, ...]], size: int = 1) -> Mapping[tuple[Any, ...], list[Any]]:
    """The rows by their first `size` cells, each without these."""
    groups: dict[tuple[Any, ...], list[Any]] = {}
    for row in rows:
        groups.setdefault(row[:size], []).append(row[size:])
    return groups


def _percent(points: float | None, most: float | None) -> float | None:
    return 100 * points / most if points is not None and most else None


def _mean(values: Sequence[float]) -> float | None:
    return statistics.fmean(values) if values else None


def _quantiles(values: Iterable[float], *parts: float) -> list[float | None]:
    """The values below which parts of all values lie, between two of them on a straight line."""
    known = sorted(values)
    return [_between(known, part * (len(known) - 1)) if known else None for part in parts]


def _between(values: Sequence[float], at: float) -> float:
    low = int(at)
    return values[low] + (at - low) * (values[min(low + 1, len(values) - 1)] - values[low])


def _variance(values: Sequence[float]) -> float:
    """The variance of a sample of at least two values."""
    mean = statistics.fmean(values)
    return fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


def correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Pearson's correlation; None when there are fewer than two values, or no spread."""
    if len(set(one)) < 2 or len({round(value, 9) for value in other}) < 2:
        return None
    return statistics.correlation(one, other)


class _Sheet:
    """The points of all who handed in an assignment: by test that is worth points, then by student.

    `about` has the group and the worth of all of these tests, `known` the points that are decided.  `whole`
    are the tests that are decided for at least half, each with the points of the students of whom all these
    are decided: without that half, one picture that waits for a person would leave nobody to compare.
    """

    def __init__(self, rows: Iterable[tuple[str, str, str, float | None, float]]) -> None:
        points: dict[str, dict[str, float | None]] = defaultdict(dict)
        self.about: dict[str, tuple[str, float]] = {}
        for who, test, group, got, most in rows:
            points[test][who] = got
            self.about.setdefault(test, (group, most))
        students = sorted({student for own in points.values() for student in own})
        self.students = len(students)
        self.known = {
            test: [value for value in own.values() if value is not None] for test, own in points.items()
        }
        often = [test for test, known in self.known.items() if 2 * len(known) >= len(students)]
        rows_of = ([points[test].get(student) for test in often] for student in students)
        whole = [[value for value in row if value is not None] for row in rows_of if None not in row]
        self.rows = len(whole)
        self.whole = {test: [row[at] for row in whole] for at, test in enumerate(often)}
        self.totals = [fsum(row) for row in whole]


def _sheets(tables: Tables) -> Iterator[tuple[str, _Sheet]]:
    """Each assignment with its sheet."""
    scores = _columns(tables, "scores", "student_id assignment verdict")
    there = {(who, work) for who, work, verdict in scores if verdict != "NS"}
    rows = _columns(tables, "tests", "assignment student_id test group points max_points")
    counted = (row for row in rows if row[-1] and (row[1], row[0]) in there)
    return ((work, _Sheet(own)) for (work,), own in _grouped(counted).items())


def items(tables: Tables) -> Iterator[Row]:
    """A row for each test that is worth points."""
    for work, sheet in _sheets(tables):
        for test, known in sheet.known.items():
            group, most = sheet.about[test]
            right = _mean([points / most for points in known])
            remark = {1.0: NOBODY, 0.0: EVERYBODY, None: None}.get(right)
            own = sheet.whole.get(test, ())
            rest = [total - points for total, points in zip(sheet.totals, own, strict=False)]
            missing = sheet.students - len(known)
            yield work, test, group, len(known), missing, right, correlation(own, rest), sheet.rows, remark


def reliability(tables: Tables) -> Iterator[Row]:
    """Cronbach's alpha, a row an assignment: k / (k - 1) * (1 - sum of variances / variance of sums)."""
    for work, sheet in _sheets(tables):
        tests, alpha = len(sheet.whole), None
        if tests > 1 and sheet.rows > 1 and (spread := _variance(sheet.totals)) >= 1e-12:
            own = fsum(map(_variance, sheet.whole.values()))
            alpha = tests / (tests - 1) * (1 - own / spread)
        yield work, tests, sheet.rows, sheet.students - sheet.rows, alpha


def mistakes(tables: Tables) -> Iterator[Row]:
    """A row for each mistake that gives wrong answers, and one for the answers of no known mistake."""
    wrong = _columns(tables, "tests", "assignment mistake student_id verdict")
    who = _grouped((row[:-1] for row in wrong if row[-1] == "WA"), 2)
    rows = [(*key, len(own), len(set(own))) for key, own in who.items()]
    return iter(sorted(rows, key=lambda row: (row[0], -row[2], -row[3], row[1] is None, row[1] or "")))


def summary(tables: Tables) -> Iterator[Row]:
    """The spread of final marks, a row an assignment."""
    marks = _columns(tables, "scores", "assignment verdict final max_score")
    return _spread(_grouped((work, verdict, _percent(final, most)) for work, verdict, final, most in marks))


def by_group(tables: Tables) -> Iterator[Row]:
    """The spread of points, a row a group of tests."""
    scores = _columns(tables, "scores", "student_id assignment verdict")
    verdicts = {(who, work): verdict for who, work, verdict in scores}
    groups = _columns(tables, "groups", "student_id assignment group score max_score")
    marks = (
        (work, group, verdicts[who, work], _percent(score, most))
        for who, work, group, score, most in groups
        if most and (who, work) in verdicts
    )
    return _spread(_grouped(marks, 2))


def _spread(marks: Mapping[tuple[str, ...], Sequence[tuple[str, float | None]]]) -> Iterator[Row]:
    """The spread of marks, each a verdict and percent, by what they are of."""
    for key, own in marks.items():
        there = [percent for verdict, percent in own if verdict != "NS"]
        known = [percent for percent in there if percent is not None]
        counts = len(known), len(there) - len(known), len(own) - len(there)
        yield (*key, *counts, _mean(known), *_quantiles(known, 0.25, 0.5, 0.75, 0, 1))


def histogram(tables: Tables) -> Iterator[Row]:
    """The number of final marks in each bar."""
    width, marks = 100 // BINS, _columns(tables, "scores", "assignment verdict final max_score")
    for (work,), own in _grouped(marks).items():
        percents = (_percent(final, most) for verdict, final, most in own if verdict != "NS")
        known = [one for one in percents if one is not None]
        bars = Counter(min(max(int(round(one, 6) // width), 0), BINS - 1) for one in known)
        yield from ((work, width * bar, width * (bar + 1), bars[bar]) for bar in range(BINS))


def times(tables: Tables) -> Iterator[Row]:
    """A row for each submission with a due date and complete points, whose time is known."""
    scores = _columns(tables, "scores", "student_id assignment score max_score")
    percents = {(who, work): _percent(score, most) for who, work, score, most in scores}
    wanted = "student_id assignment due extension_hours submitted_at time_basis"
    for who, work, due, more, at, basis in _columns(tables, "late", wanted):
        percent = percents.get((who, work))
        if due is not None and basis != NOT_LATE and percent is not None:
            left = datetime.fromisoformat(due) - datetime.fromisoformat(at)
            yield who, work, left.total_seconds() / 3600 + (more or 0), percent


def cpu(tables: Tables) -> Iterator[Row]:
    """A row for each assignment with limited runs."""
    runs = _columns(tables, "usage", "assignment student_id cpu_s cpu_limit_s")
    shares = ((work, who, used / limit) for work, who, used, limit in runs if limit is not None)
    for (work,), own in _grouped(shares).items():
        near = [who for who, share in own if share >= NEAR]
        spread = _quantiles((share for _, share in own), 0.5, 0.75, 1)
        yield work, len(own), *spread, len(near), " ".join(dict.fromkeys(near))


def crosstable(tables: Tables) -> Iterator[Row]:
    """A row for each ordered pair of players that met in a league."""
    games = _columns(tables, "games", "series assignment black white winner")
    league = [game for series, *game in games if series == "league"]
    pairs = [(work, *pair, who) for work, one, two, who in league for pair in ((one, two), (two, one))]
    for (work, own, other), winners in sorted(_grouped(pairs, 3).items()):
        yield work, own, other, winners.count((own,)), len(winners)


STATISTICS: Mapping[str, Callable[[Tables], Iterator[Row]]] = {
    "summary": summary,
    "summary-groups": by_group,
    "histogram": histogram,
    "items": items,
    "reliability": reliability,
    "mistakes": mistakes,
    "times": times,
    "cpu": cpu,
    "crosstable": crosstable,
}


def statistic(name: str, tables: Tables) -> Table:
    """One of `STATISTICS` as a table."""
    return table(name, STATISTICS[name](tables))
