"""Statistics against those of pandas, and against numbers worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum
from typing import Any

import pandas as pd  # type: ignore[import-untyped]
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from gograde.classroom.roster import Student
from gograde.codec import of_value, replace
from gograde.grading.marks.gradebook import AssignmentInfo, BookEntry, Gradebook
from gograde.report.class_report import TABLES
from gograde.report.frames.marks import grades, late, scores
from gograde.report.frames.statistics import STATISTICS, Tables, statistic
from gograde.report.frames.table import SCHEMAS, Cell, Column, Schema, Table, grades_schema, table
from tests.golden import agrees

Points = Mapping[str, Sequence[float | None] | None]
"""By student the points of tests worth 2; None for a test that is not decided, or for nothing handed in."""


def filled(name: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """A table of these rows; cells that are not given are unknown."""
    schema = grades_schema(["w"]) if name == "grades" else SCHEMAS[name]
    return table(schema, ([row.get(column.name) for column in schema.columns] for row in rows))


def class_of(points: Points, **more: Sequence[Mapping[str, Any]]) -> Tables:
    """The tables of a class with one assignment, with tests `t0`, `t1` … in groups `even` and `odd`."""
    scores, groups, tests = [], [], []
    width = max((len(row) for row in points.values() if row), default=0)
    for who, row in points.items():
        own = [None if value is None else float(value) for value in row or [0] * width]
        key = {"student_id": who, "assignment": "w"}
        total = None if None in own else fsum(own)  # type: ignore[arg-type]
        verdict = "NS" if row is None else "WA"
        scores.append(key | {"verdict": verdict, "final": total, "score": total, "max_score": 2 * width})
        for name, part in (("even", own[::2]), ("odd", own[1::2])):
            known = None if None in part else fsum(part)  # type: ignore[arg-type]
            groups.append(key | {"group": name, "score": known, "max_score": 2 * len(part)})
        for number, value in enumerate(own):
            verdict = "RV" if value is None else "AC" if value == 2 else "WA"
            test = {"test": f"t{number}", "group": ("even", "odd")[number % 2], "verdict": verdict}
            tests.append(key | test | {"points": value, "max_points": 2})
    made = {"scores": scores, "groups": groups, "tests": tests} | more
    return {name: filled(name, made.get(name, [])) for name in TABLES}


def rows_of(name: str, tables: Tables) -> list[dict[str, Any]]:
    return list(statistic(name, tables).dicts())


# -- by hand --------------------------------------------------------------------------------

FOUR = {"a": [2, 2, 0], "b": [2, 0, 0], "c": [2, 2, 0], "d": [0, 0, 0], "e": [2, None, 0], "f": None}


def mixed() -> Tables:
    """A class with mistakes, times, CPU time and games."""
    key = {"student_id": "a", "assignment": "w"}
    wrong = key | {"verdict": "WA", "points": 0, "max_points": 2}
    changes = ({"test": "t0"}, {"test": "t1"}, {"test": "t0", "student_id": "b"})
    tests = [wrong | change | {"mistake": "no ko"} for change in changes] + [wrong | {"test": "t2"}]
    times = {"due": "2026-11-15T12:00:00+00:00", "submitted_at": "2026-11-15T15:30:00+00:00"}
    late = [key | times | {"extension_hours": 1}]
    late.append(late[0] | {"student_id": "b", "time_basis": "not marked late"})
    usage = [key | {"batch": batch, "cpu_s": used, "cpu_limit_s": 10} for batch, used in (("1", 2), ("2", 8))]
    usage.append(key | {"batch": "game", "cpu_s": 99})
    pairs = [("a", "b", "a"), ("b", "a", "a"), ("b", "a", "b")]
    games = [
        {"game": at, "assignment": "w", "series": "league", "black": one, "white": two, "winner": who}
        for at, (one, two, who) in enumerate(pairs, start=1)
    ]
    games.append(games[0] | {"game": 4, "series": "01/random"})
    return class_of({"a": [1], "b": [2]}, tests=tests, late=late, usage=usage, games=games)


def test_statistics_of_small_classes() -> None:
    """Their numbers were worked out by hand: what is left out is counted, and no mark stands in two bars."""
    said = []
    for name, tables in {
        "four": class_of(FOUR),
        "all right": class_of({"a": [2], "b": [2]}),
        "nobody handed in": class_of({"a": None, "b": None}),
        "nobody": class_of({}),
        "mixed": mixed(),
    }.items():
        for what in STATISTICS:
            rows = rows_of(what, tables)
            rows = [row for row in rows if row["count"]] if what == "histogram" else rows
            said += [f"{name}, {what}: {', '.join(f'{key} {row[key]}' for key in row)}" for row in rows]
    agrees("frames/statistics.txt", "".join(f"{line}\n" for line in said))


# -- against pandas ------------------------------------------------------------------------


@st.composite
def classes(draw: st.DrawFn) -> dict[str, list[float | None] | None]:
    width = draw(st.integers(1, 5))
    row = st.lists(st.sampled_from([0.0, 1.0, 2.0, None]), min_size=width, max_size=width)
    people = draw(st.lists(st.one_of(row, row, row, st.none()), min_size=1, max_size=9))
    return {f"s{number}": one for number, one in enumerate(people)}


def near(one: float | None, other: float | None) -> bool:
    return one == other if one is None or other is None else abs(one - other) < 1e-5


@given(classes())
def test_spread_items_and_alpha_are_those_of_pandas(points: dict[str, list[float | None] | None]) -> None:
    tables = class_of(points)
    there = [row for row in points.values() if row is not None]
    sheet = pd.DataFrame(there, dtype=float) if there else pd.DataFrame()
    marks = 100 * sheet.sum(axis=1, skipna=False).dropna() / (2 * max(1, sheet.shape[1]))
    [row] = rows_of("summary", tables)
    assert (row["n"], row["open"]) == (len(marks), len(there) - len(marks))
    if len(marks):
        assert near(row["mean"], marks.mean())
        quarters = (row["lowest"], row["q1"], row["median"], row["q3"], row["highest"])
        assert all(map(near, quarters, marks.quantile([0, 0.25, 0.5, 0.75, 1])))
    assert sum(bar["count"] for bar in rows_of("histogram", tables)) == len(marks)
    kept = sheet.loc[:, sheet.notna().mean() >= 0.5].dropna()
    totals = kept.sum(axis=1)
    for number, item in enumerate(rows_of("items", tables)):
        known = sheet[number].dropna()
        assert (item["n"], item["open"]) == (len(known), len(there) - len(known))
        assert near(item["right"], known.mean() / 2 if len(known) else None)
        rest = totals - kept[number] if number in kept else totals
        spread = number in kept and kept[number].nunique() > 1 and rest.nunique() > 1
        assert near(item["discrimination"], kept[number].corr(rest) if spread else None)
        assert item["n_discrimination"] == len(kept)
    for told in rows_of("reliability", tables):
        many, whole = kept.shape[1], totals.var() if len(kept) > 1 else 0.0
        want = many / (many - 1) * (1 - kept.var().sum() / whole) if whole > 1e-9 and many > 1 else None
        assert (told["tests"], told["n"], told["open"]) == (many, len(kept), len(there) - len(kept))
        assert near(told["alpha"], want)


@pytest.mark.parametrize("name", list(STATISTICS))
def test_every_statistic_has_the_columns_of_its_description(name: str) -> None:
    found = statistic(name, class_of(FOUR))
    assert found.schema.name == name
    assert all(column.description for column in found.columns)
    assert all(len(row) == len(found.columns) for row in found.rows)


# -- rounding in tables: no digit too many, and no rank changed --------------------------------


SCHEMA = Schema("one", "One", (Column("x", "number", "A number"),), ("x",))


def tidy(value: Cell) -> Cell:
    """The cell of a table that was made of a value."""
    return table(SCHEMA, [(value,)]).rows[0][0]


def test_cells() -> None:
    for value, shown in [
        (13.600000000000001, 13.6), (54.285714285714285, 54.285714), (59.999999999999993, 60), (12.0, 12),
        (-0.0, 0), (0.1 + 0.2, 0.3), ("", None), (None, None), (True, True),
        ("13.600000000000001", "13.600000000000001"),
    ]:  # fmt: skip
        assert tidy(value) == shown
        assert type(tidy(value)) is type(shown)


MARKS = st.floats(0, 1e6)


@given(MARKS, MARKS)
@example(66.666666, 66.6666661)
def test_rounding_never_turns_two_marks_around(one: float, other: float) -> None:
    low, high = sorted((one, other))
    assert tidy(low) <= tidy(high)  # type: ignore[operator]
    if high - low > 1e-6:
        assert tidy(low) < tidy(high)  # type: ignore[operator]


@given(st.lists(st.tuples(st.integers(1, 100), st.integers(0, 400), st.integers(1, 400)), min_size=1))
def test_two_different_totals_of_a_course_stay_different(works: list[tuple[int, int, int]]) -> None:
    """A total of weights up to 100 and of quarter points is far from the next one of the same course."""
    weights = sum(weight for weight, _, _ in works)
    total = sum(100 * weight * min(1, points / most) for weight, points, most in works) / weights
    weight, _, most = works[0]
    better = total + 100 * weight / weights / most / 4
    assert tidy(better) > tidy(total)  # type: ignore[operator]


# -- The tables of a gradebook: columns of the roster, nobody graded, everybody once ---------------


def book(*students: Student) -> Gradebook:
    """A gradebook without any marks."""
    value = {"schema": "gograde/gradebook/v2", "class": {"title": "T"}}
    works = (AssignmentInfo(id="board9"),)
    return replace(of_value(Gradebook, value), students=students, assignments=works)


def test_columns_of_the_roster_are_passed_through_as_text() -> None:
    ada = Student("ada", "Byron", more={"section": "0012", "=cmd()": "x", "total": "9", "board9_final": "1"})
    bob = Student("bob", more={"Canvas ID": "7"})
    made = grades(book(ada, bob))
    names = [column.name for column in made.columns]
    assert names[4:9] == ["section", "_cmd__", "roster_total", "roster_board9_final", "Canvas ID"]
    assert len(set(names)) == len(names)
    first, second = made.dicts()
    assert (first["section"], first["_cmd__"], first["roster_total"], first["total"]) == (
        "0012", "x", "9", None,
    )  # fmt: skip
    assert (second["section"], second["Canvas ID"]) == (None, "7")


def test_who_has_no_marks_has_a_row_without_them() -> None:
    made = grades(book(Student("ada")))
    assert made.rows == (("ada",) + (None,) * 8,)
    assert scores(book(Student("ada"))).rows == ()


def test_an_extension_stands_beside_the_due_date() -> None:
    made = book(Student("ada"), Student("bob"))
    [work] = made.assignments
    work = replace(work, due="2026-11-15T12:00:00+00:00", extensions={"bob": 24})
    marks = {"verdict": "AC", "badge": "AC", "official": "pass", "score": 1, "max_score": 1, "pending": 0}
    entries = tuple(
        BookEntry(assignment="board9", student=who, submitted_at="2026-11-15T11:00:00+00:00", **marks)
        for who in ("ada", "bob")
    )
    found = late(replace(made, assignments=(work,), entries=entries))
    assert [(row["student_id"], row["extension_hours"], row["days"]) for row in found.dicts()] == [
        ("ada", 0, 0),
        ("bob", 24, 0),
    ]
