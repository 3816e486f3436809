"""How hard each test is, how well it tells students apart, and which known mistakes were made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gograde.frames.table import Column, Schema

if TYPE_CHECKING:
    import pandas as pd  # type: ignore[import-untyped]

    from gograde.frames.frames import Frames

NOBODY = "catches nobody"
EVERYBODY = "catches everybody"

_WHOLE_ROWS = "Students of whom all tests are decided that are decided for at least half"
_WORK = Column("assignment", "string", "Id of the assignment")
ITEMS = Schema(
    "items",
    "Difficulty and discrimination of each test",
    (
        _WORK,
        Column("test", "string", "Name of the test"),
        Column("group", "string", "Group of tests"),
        Column("n", "integer", "Students who handed in and of whom the test is decided", "students"),
        Column("open", "integer", "Left out: not decided", "students"),
        Column("right", "number", "Mean share of the points: 1 is easy", "share from 0 to 1"),
        Column(
            "discrimination",
            "number",
            "Correlation (point-biserial) with the points of all other tests; empty without a spread",
        ),
        Column("n_discrimination", "integer", _WHOLE_ROWS, "students"),
        Column("remark", "string", "catches nobody: all are right; catches everybody: all are wrong"),
    ),
    ("assignment", "test"),
)
RELIABILITY = Schema(
    "reliability",
    "Cronbach's alpha of the tests that are worth points",
    (
        _WORK,
        Column("tests", "integer", "Tests that are worth points and decided for at least half"),
        Column("n", "integer", _WHOLE_ROWS, "students"),
        Column("open", "integer", "Left out: one of these is not decided", "students"),
        Column("alpha", "number", "Cronbach's alpha; empty without two tests and a spread of totals"),
    ),
    ("assignment",),
)
MISTAKES = Schema(
    "mistakes",
    "Known mistakes that give the wrong answers, the most frequent first",
    (
        _WORK,
        Column("mistake", "string", "The mistake, as it is told; empty for answers of no known one"),
        Column("tests", "integer", "Wrong answers that it gives"),
        Column("students", "integer", "Students with such an answer", "students"),
    ),
    ("assignment", "mistake"),
)


def items(frames: Frames) -> pd.DataFrame:
    """A row for each test that is worth points."""
    import pandas as pd

    rows = [row for work, points in _sheets(frames) for row in _items(frames, work, points)]
    return pd.DataFrame(rows, columns=[column.name for column in ITEMS.columns])


def _sheets(frames: Frames) -> Iterator[tuple[str, pd.DataFrame]]:
    """For each assignment the points of all who handed in: a row a student, a column a test worth points."""
    keys = ["student_id", "assignment"]
    there = frames.scores.loc[frames.scores["verdict"] != "NS", keys]
    tests = frames.tests[frames.tests["max_points"] > 0].merge(there, on=keys)
    for work, part in tests.groupby("assignment", sort=False):
        sheet = part.pivot(index="student_id", columns="test", values="points")
        yield work, sheet[list(part["test"].unique())]


def _items(frames: Frames, work: str, points: pd.DataFrame) -> Iterator[tuple[Any, ...]]:
    own = frames.tests[frames.tests["assignment"] == work].drop_duplicates("test").set_index("test")
    whole = whole_rows(points)
    totals = whole.sum(axis=1)
    for test in points.columns:
        known = points[test].dropna()
        right = float((known / own.loc[test, "max_points"]).mean()) if len(known) else None
        told = {1.0: NOBODY, 0.0: EVERYBODY}.get(right) if right is not None else None
        rest = correlation(whole[test], totals - whole[test]) if test in whole else None
        missing = len(points) - len(known)
        yield (work, test, own.loc[test, "group"], len(known), missing, right, rest, len(whole), told)


def whole_rows(points: pd.DataFrame) -> pd.DataFrame:
    """The students of whom all tests are decided, of the tests that are decided for at least half.

    Without that half, one picture that waits for a person would leave nobody to compare.
    """
    often = points.columns[points.notna().mean() >= 0.5]
    return points[often].dropna()


def correlation(one: pd.Series, other: pd.Series) -> float | None:
    """Pearson's correlation; None when there are fewer than two values, or no spread."""
    if len(one) < 2 or one.nunique() < 2 or other.round(9).nunique() < 2:
        return None
    return float(one.astype(float).corr(other.astype(float)))


def reliability(frames: Frames) -> pd.DataFrame:
    """Cronbach's alpha, a row an assignment."""
    import pandas as pd

    rows = [
        (work, whole.shape[1], len(whole), len(points) - len(whole), alpha(whole))
        for work, points in _sheets(frames)
        for whole in [whole_rows(points)]
    ]
    return pd.DataFrame(rows, columns=[column.name for column in RELIABILITY.columns])


def alpha(points: pd.DataFrame) -> float | None:
    """Cronbach's alpha of complete rows: k / (k - 1) * (1 - sum of variances / variance of sums)."""
    tests = points.shape[1]
    if tests < 2 or len(points) < 2:
        return None
    values = points.astype(float)
    spread = float(values.sum(axis=1).var())
    return None if spread < 1e-12 else tests / (tests - 1) * (1 - float(values.var().sum()) / spread)


def mistakes(frames: Frames) -> pd.DataFrame:
    """A row for each mistake that gives wrong answers, and one for the answers of no known mistake."""
    wrong = frames.tests[frames.tests["verdict"] == "WA"]
    found = (
        wrong.groupby(["assignment", "mistake"], sort=False, dropna=False)
        .agg(tests=("test", "size"), students=("student_id", "nunique"))
        .reset_index()
    )
    return found.sort_values(
        ["assignment", "tests", "students", "mistake"], ascending=[True, False, False, True], kind="stable"
    ).reset_index(drop=True)
