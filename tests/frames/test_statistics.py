"""Statistics against a slow computation in plain Python, and against numbers worked out by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import fsum, sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gograde.frames import columns
from gograde.frames.frames import Frames, frames_of
from gograde.frames.statistics import STATISTICS, every_statistic, statistic
from gograde.frames.table import Schema, Table, table
from gograde.report.class_report import TABLES

Points = Mapping[str, Sequence[float | None] | None]
"""By student the points of tests worth 2; None for a test that is not decided, or for nothing handed in."""

SCHEMAS = {
    "grades": columns.grades_schema(["w"]),
    **{schema.name: schema for schema in vars(columns).values() if isinstance(schema, Schema)},
}


def filled(name: str, rows: Sequence[Mapping[str, Any]]) -> Table:
    """A table of these rows; cells that are not given are unknown."""
    schema = SCHEMAS[name]
    return table(schema, ([row.get(column.name) for column in schema.columns] for row in rows))


def class_of(points: Points, **more: Sequence[Mapping[str, Any]]) -> Frames:
    """The frames of a class with one assignment, with tests `t0`, `t1` … in groups `even` and `odd`."""
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
    return frames_of([filled(name, made.get(name, [])) for name in TABLES])


def rows_of(name: str, frames: Frames) -> list[dict[str, Any]]:
    return list(statistic(name, frames).dicts())


# -- by hand --------------------------------------------------------------------------------

FOUR = {"a": [2, 2, 0], "b": [2, 0, 0], "c": [2, 2, 0], "d": [0, 0, 0], "e": [2, None, 0], "f": None}


def test_the_spread_of_marks_says_what_it_left_out() -> None:
    [row] = rows_of("summary", class_of(FOUR))
    assert (row["n"], row["open"], row["missing"]) == (4, 1, 1)
    assert (row["mean"], row["q1"], row["median"], row["q3"]) == (41.666667, 25, 50, 66.666667)
    assert (row["lowest"], row["highest"]) == (0, 66.666667)
    even, odd = rows_of("summary-groups", class_of(FOUR))
    assert (even["group"], even["n"], even["open"], even["mean"]) == ("even", 5, 0, 40)
    assert (odd["group"], odd["n"], odd["open"], odd["mean"]) == ("odd", 4, 1, 50)


def test_bars_hold_every_mark_once() -> None:
    found = {(row["from"], row["to"]): row["count"] for row in rows_of("histogram", class_of(FOUR))}
    assert {ends: count for ends, count in found.items() if count} == {(0, 10): 1, (30, 40): 1, (60, 70): 2}
    [*_, last] = rows_of("histogram", class_of({"a": [2], "b": [2]}))
    assert (last["from"], last["to"], last["count"]) == (90, 100, 2)


def test_items_that_catch_nobody_or_everybody_are_named() -> None:
    first, second, third = rows_of("items", class_of(FOUR))
    assert (first["n"], first["open"], first["right"], first["n_discrimination"]) == (5, 0, 0.8, 4)
    assert (second["n"], second["open"], second["right"]) == (4, 1, 0.5)
    assert (first["discrimination"], second["discrimination"]) == (0.57735, 0.57735)
    assert (third["right"], third["discrimination"], third["remark"]) == (0, None, "catches everybody")
    [easy] = rows_of("items", class_of({"a": [2], "b": [2]}))
    assert (easy["remark"], easy["discrimination"]) == ("catches nobody", None)
    [row] = rows_of("reliability", class_of(FOUR))
    assert (row["tests"], row["n"], row["open"], row["alpha"]) == (3, 4, 1, 0.545455)


def test_a_class_that_nobody_handed_in_to_has_no_numbers() -> None:
    frames = class_of({"a": None, "b": None})
    [row] = rows_of("summary", frames)
    assert (row["n"], row["missing"], row["mean"], row["median"]) == (0, 2, None, None)
    for name in ("items", "reliability", "times", "cpu", "crosstable", "mistakes"):
        assert rows_of(name, frames) == [], name
    assert len(every_statistic(class_of({}))) == len(STATISTICS)


def test_mistakes_times_cpu_and_games() -> None:
    key = {"student_id": "a", "assignment": "w"}
    wrong = key | {"verdict": "WA", "points": 0, "max_points": 2}
    tests = [
        wrong | {"test": "t0", "mistake": "no ko"},
        wrong | {"test": "t1", "mistake": "no ko"},
        wrong | {"test": "t2"},
        wrong | {"student_id": "b", "test": "t0", "mistake": "no ko"},
    ]
    late = [key | {"due": "2026-11-15T12:00:00+00:00", "submitted_at": "2026-11-15T15:30:00+00:00"}]
    late[0] |= {"extension_hours": 1}
    usage = [key | {"batch": batch, "cpu_s": used, "cpu_limit_s": 10} for batch, used in (("1", 2), ("2", 8))]
    usage.append(key | {"batch": "game", "cpu_s": 99})
    pairs = [("a", "b", "a"), ("b", "a", "a"), ("b", "a", "b")]
    games = [
        {"game": at, "assignment": "w", "series": "league", "black": one, "white": two, "winner": who}
        for at, (one, two, who) in enumerate(pairs, start=1)
    ]
    games.append(games[0] | {"game": 4, "series": "01/random"})
    late.append(late[0] | {"student_id": "b", "time_basis": "not marked late"})
    frames = class_of({"a": [1], "b": [2]}, tests=tests, late=late, usage=usage, games=games)
    assert [(row["mistake"], row["tests"], row["students"]) for row in rows_of("mistakes", frames)] == [
        ("no ko", 3, 2),
        (None, 1, 1),
    ]
    [time] = rows_of("times", frames)
    assert (time["hours_left"], time["percent"]) == (-2.5, 50)
    [cpu] = rows_of("cpu", frames)
    assert (cpu["n"], cpu["median"], cpu["highest"], cpu["near"], cpu["students"]) == (2, 0.5, 0.8, 1, "a")
    assert [tuple(row.values()) for row in rows_of("crosstable", frames)] == [
        ("w", "a", "b", 2, 3),
        ("w", "b", "a", 1, 3),
    ]


# -- a slow computation ---------------------------------------------------------------------


def mean(values: Sequence[float]) -> float:
    return fsum(values) / len(values)


def quantile(values: Sequence[float], share: float) -> float:
    """Between the two nearest values, on a straight line."""
    ordered, at = sorted(values), share * (len(values) - 1)
    low = int(at)
    high = min(low + 1, len(values) - 1)
    return ordered[low] + (at - low) * (ordered[high] - ordered[low])


def pearson(one: Sequence[float], other: Sequence[float]) -> float | None:
    first, second = [x - mean(one) for x in one], [y - mean(other) for y in other]
    spread = fsum(x * x for x in first) * fsum(y * y for y in second)
    return fsum(x * y for x, y in zip(first, second, strict=True)) / sqrt(spread) if spread > 1e-12 else None


def variance(values: Sequence[float]) -> float:
    return fsum((x - mean(values)) ** 2 for x in values) / (len(values) - 1)


@st.composite
def classes(draw: st.DrawFn) -> dict[str, list[float | None] | None]:
    width = draw(st.integers(1, 5))
    row = st.lists(st.sampled_from([0.0, 1.0, 2.0, None]), min_size=width, max_size=width)
    people = draw(st.lists(st.one_of(row, row, row, st.none()), min_size=1, max_size=9))
    return {f"s{number}": one for number, one in enumerate(people)}


def near(one: float | None, other: float | None) -> bool:
    return one == other if one is None or other is None else abs(one - other) < 1e-5


@given(classes())
@settings(max_examples=40, deadline=None)
def test_spread_items_and_alpha_are_those_of_plain_loops(
    points: dict[str, list[float | None] | None],
) -> None:
    frames = class_of(points)
    there = [row for row in points.values() if row is not None]
    width = max(map(len, there), default=0)
    whole = [[float(value) for value in row] for row in there if None not in row]  # type: ignore[arg-type]
    [row] = rows_of("summary", frames)
    marks = [100 * fsum(one) / (2 * width) for one in whole]
    assert (row["n"], row["open"]) == (len(whole), len(there) - len(whole))
    if marks:
        assert near(row["mean"], mean(marks))
        for name, share in (("q1", 0.25), ("median", 0.5), ("q3", 0.75)):
            assert near(row[name], quantile(marks, share)), name
    bars = rows_of("histogram", frames)
    assert sum(bar["count"] for bar in bars) == len(marks)
    often = [at for at in range(width) if 2 * sum(one[at] is not None for one in there) >= len(there)]
    kept = [one for one in there if all(one[at] is not None for at in often)]
    for number, item in enumerate(rows_of("items", frames)):
        known = [one[number] for one in there if one[number] is not None]
        assert (item["n"], item["open"]) == (len(known), len(there) - len(known))
        assert near(item["right"], mean([value / 2 for value in known]) if known else None)
        own = [one[number] for one in kept]
        rest = [fsum(one[at] for at in often if at != number) for one in kept]  # type: ignore[misc]
        able = len(kept) > 1 and number in often
        assert near(item["discrimination"], pearson(own, rest) if able else None)  # type: ignore[arg-type]
        assert item["n_discrimination"] == len(kept)
    for told in rows_of("reliability", frames):
        sums = [fsum(one[at] for at in often) for one in kept]  # type: ignore[misc]
        spread, many = variance(sums) if len(kept) > 1 else 0.0, len(often)
        parts = [variance([one[at] for one in kept]) for at in often] if spread else []  # type: ignore[misc]
        want = many / (many - 1) * (1 - fsum(parts) / spread) if spread > 1e-9 and many > 1 else None
        assert (told["tests"], told["n"], told["open"]) == (many, len(kept), len(there) - len(kept))
        assert near(told["alpha"], want)


@pytest.mark.parametrize("name", list(STATISTICS))
def test_every_statistic_has_the_columns_of_its_description(name: str) -> None:
    found = statistic(name, class_of(FOUR))
    assert found.schema.name == name
    assert all(column.description for column in found.columns)
    assert all(len(row) == len(found.columns) for row in found.rows)
