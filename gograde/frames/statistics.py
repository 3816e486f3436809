"""Statistics of a class, each a table made from the frames.

What is not decided (JE, RV, pending) is left out and counted, never taken for 0; so are submissions that were
not handed in.  Every number stands beside the number of students or submissions that it was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from gograde.classroom.handed_in import NOT_LATE
from gograde.frames.table import Cell, Column, Schema, Table, table

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


NEAR = 0.8
"""The share of a limit from which a run is near it: a slower machine may decide otherwise."""

CPU = Schema(
    "cpu",
    "CPU time of runs against the limit",
    (
        _WORK,
        Column("n", "integer", "Runs that were measured and have a limit", "runs"),
        Column("median", "number", "Half of the runs used at most this", "share of the limit"),
        Column("q3", "number", "Three quarters used at most this", "share of the limit"),
        Column("highest", "number", "The highest", "share of the limit"),
        Column("near", "integer", f"Runs from {NEAR:.0%} of the limit on", "runs"),
        Column("students", "string", "Students with such a run, with blanks between"),
    ),
    ("assignment",),
    measured=True,
)
CROSSTABLE = Schema(
    "crosstable",
    "Who won how often against whom, a row an ordered pair of players of a league",
    (
        _WORK,
        Column("player", "string", "A student's id or reference/NAME"),
        Column("against", "string", "The other player"),
        Column("won", "integer", "Games that the player won", "games"),
        Column("played", "integer", "Games of the two", "games"),
    ),
    ("assignment", "player", "against"),
)


def cpu(frames: Frames) -> pd.DataFrame:
    """A row for each assignment with limited runs."""
    import pandas as pd

    used = frames.usage[frames.usage["cpu_limit_s"].notna()]
    rows = []
    for work, part in used.groupby("assignment", sort=False):
        share = part["cpu_s"] / part["cpu_limit_s"]
        near = part[share >= NEAR]
        who = " ".join(near["student_id"].unique())
        rows.append((work, len(part), share.median(), share.quantile(0.75), share.max(), len(near), who))
    return pd.DataFrame(rows, columns=[column.name for column in CPU.columns])


def crosstable(frames: Frames) -> pd.DataFrame:
    """A row for each ordered pair of players that met in a league."""
    import pandas as pd

    games = frames.games[frames.games["series"] == "league"]
    sides = [
        pd.DataFrame(
            {
                "assignment": games["assignment"],
                "player": games[own],
                "against": games[other],
                "won": (games["winner"] == games[own]).astype("Int64"),
            }
        )
        for own, other in (("black", "white"), ("white", "black"))
    ]
    met = pd.concat(sides).groupby(["assignment", "player", "against"])["won"]
    return met.agg(won="sum", played="size").reset_index()


STATISTICS: Mapping[str, tuple[Schema, Callable[[Frames], pd.DataFrame]]] = {
    schema.name: (schema, make)
    for schema, make in (
        (SUMMARY, summary),
        (BY_GROUP, by_group),
        (HISTOGRAM, histogram),
        (ITEMS, items),
        (RELIABILITY, reliability),
        (MISTAKES, mistakes),
        (TIMES, times),
        (CPU, cpu),
        (CROSSTABLE, crosstable),
    )
}


def statistic(name: str, frames: Frames) -> Table:
    """One of `STATISTICS` as a table."""
    schema, make = STATISTICS[name]
    found = make(frames)[[column.name for column in schema.columns]]
    return table(schema, (map(_cell, row) for row in found.itertuples(index=False, name=None)))


def every_statistic(frames: Frames) -> tuple[Table, ...]:
    """All statistics."""
    return tuple(statistic(name, frames) for name in STATISTICS)


def _cell(value: object) -> Cell:
    """A value of pandas as a plain cell."""
    import pandas as pd

    if pd.isna(value):
        return None
    return value.item() if hasattr(value, "item") else value  # type: ignore[return-value]
