"""Where the class stands: marks by assignment and group, their histogram, and marks against time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gograde.classroom.handed_in import NOT_LATE
from gograde.frames.table import Column, Schema

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]

    from gograde.frames.frames import Frames

BINS = 10
"""Bars of a histogram, each 10 percent wide; the last holds 100 percent too."""

_COUNTS = (
    Column("n", "integer", "Submissions with a complete mark that were handed in", "submissions"),
    Column("open", "integer", "Left out: a test is not decided", "submissions"),
    Column("missing", "integer", "Left out: nothing was handed in", "submissions"),
)
_SPREAD = (
    Column("mean", "number", "Mean; empty without a mark", "percent"),
    Column("q1", "number", "A quarter has at most this", "percent"),
    Column("median", "number", "Half has at most this", "percent"),
    Column("q3", "number", "Three quarters have at most this", "percent"),
    Column("lowest", "number", "The lowest", "percent"),
    Column("highest", "number", "The highest", "percent"),
)
_WORK = Column("assignment", "string", "Id of the assignment")

SUMMARY = Schema(
    "summary",
    "Final marks by assignment, in percent",
    (_WORK, *_COUNTS, *_SPREAD),
    ("assignment",),
)
BY_GROUP = Schema(
    "summary-groups",
    "Points by group of tests, in percent, after corrections and without lateness",
    (_WORK, Column("group", "string", "Group of tests"), *_COUNTS, *_SPREAD),
    ("assignment", "group"),
)
HISTOGRAM = Schema(
    "histogram",
    "How many final marks lie between two percentages",
    (
        _WORK,
        Column("from", "number", "Lower end, included", "percent"),
        Column("to", "number", "Upper end, excluded but for 100", "percent"),
        Column("count", "integer", "Final marks in it", "submissions"),
    ),
    ("assignment", "from"),
)
TIMES = Schema(
    "times",
    "When it was handed in, against the points before lateness",
    (
        Column("student_id", "string", "Id of the student"),
        _WORK,
        Column(
            "hours_left",
            "number",
            "Hours that were left when it was handed in; negative when late",
            "hours",
        ),
        Column("percent", "number", "Points of all tests", "percent"),
    ),
    ("student_id", "assignment"),
)


def summary(frames: Frames) -> pd.DataFrame:
    """The spread of final marks, a row an assignment."""
    scores = frames.scores
    return _spread(scores.assign(percent=100 * scores["final"] / scores["max_score"]), ["assignment"])


def by_group(frames: Frames) -> pd.DataFrame:
    """The spread of points, a row a group of tests."""
    verdicts = frames.scores[["student_id", "assignment", "verdict"]]
    groups = frames.groups[frames.groups["max_score"] > 0].merge(verdicts, on=["student_id", "assignment"])
    return _spread(
        groups.assign(percent=100 * groups["score"] / groups["max_score"]), ["assignment", "group"]
    )


def _spread(marks: pd.DataFrame, keys: list[str]) -> pd.DataFrame:
    import pandas as pd

    rows = []
    for key, part in marks.groupby(keys, sort=False):
        there = part[part["verdict"] != "NS"]
        known = there["percent"].dropna()
        low, middle, high = known.quantile([0.25, 0.5, 0.75]) if len(known) else (None,) * 3
        counts = (len(known), int(there["percent"].isna().sum()), len(part) - len(there))
        ends = (known.min(), known.max()) if len(known) else (None, None)
        rows.append((*key, *counts, known.mean() if len(known) else None, low, middle, high, *ends))
    columns = [*keys, *(column.name for column in (*_COUNTS, *_SPREAD))]
    return pd.DataFrame(rows, columns=columns)


def histogram(frames: Frames) -> pd.DataFrame:
    """The number of final marks in each bar."""
    import pandas as pd

    there = frames.scores[frames.scores["verdict"] != "NS"]
    percent = (100 * there["final"] / there["max_score"]).round(6)
    width = 100 // BINS
    bars = (percent // width).clip(0, BINS - 1)
    rows = [
        (work, width * bar, width * (bar + 1), int(((there["assignment"] == work) & (bars == bar)).sum()))
        for work in frames.scores["assignment"].unique()
        for bar in range(BINS)
    ]
    return pd.DataFrame(rows, columns=[column.name for column in HISTOGRAM.columns])


def times(frames: Frames) -> pd.DataFrame:
    """A row for each submission with a due date and complete points, whose time is known."""
    keys = ["student_id", "assignment"]
    both = frames.late.merge(frames.scores[[*keys, "score", "max_score"]], on=keys)
    told = both["due"].notna() & ~both["time_basis"].eq(NOT_LATE).fillna(False)
    known = both[told & both["score"].notna() & (both["max_score"] > 0)]
    left = (known["due"] - known["submitted_at"]).dt.total_seconds() / 3600 + known["extension_hours"]
    percent = 100 * known["score"] / known["max_score"]
    return known[keys].assign(hours_left=left, percent=percent).reset_index(drop=True)
