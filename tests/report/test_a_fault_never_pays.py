"""No change of a test from right to a fault or a doubt raises anything that is shown of a student."""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gograde.classroom.classroom import Classroom, Override
from gograde.codec import replace
from gograde.core.marking import QuestionGroup
from gograde.core.record import HandedIn, ScoreRecord, TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.grading.facts import RunRecord
from gograde.grading.marks.gradebook import gradebook
from gograde.grading.score import group_score, submission_verdict
from gograde.package.config import AssignmentConfig
from gograde.report.class_report import table_of
from gograde.report.exports.checks import gradescope_json
from gograde.report.redact import for_student
from gograde.report.results import Result, Results
from gograde.report.words.table_text import csv_text
from tests.echo import CONFIG
from tests.grading.conftest import score_record, scored_test
from tests.grading.marks.test_gradebook import TWO_DAYS_LATE, classroom, override

GROUPS = (
    QuestionGroup(name="word", questions=("word",), weight=1),
    QuestionGroup(name="more", questions=("more",), weight=1, extra=True),
)
ECHO = replace(CONFIG, groups=GROUPS)
UNGRADED = Verdict.SK
"""The verdict of a test without points that nobody has graded, as in a league that was not played."""

OPEN = (Verdict.JE, Verdict.RV, UNGRADED)
ORDER = ["not-submitted", "fail", "error", "pending", "pass"]
"""Official results, the worst first."""


# -- a class --------------------------------------------------------------------------------


def one_test(number: int, verdict: Verdict, points: float | None, most: float, group: str) -> TestScore:
    return scored_test(f"01/{number}", verdict, points, most, group=group, visibility=Visibility.VISIBLE)


def record(assignment: str, tests: Sequence[TestScore], config: AssignmentConfig = ECHO) -> ScoreRecord:
    """The score record of these tests, summed up by the grader's own functions."""
    ran = RunRecord(assignment, HandedIn("alice", "a" * 64))
    groups = tuple(group_score(group, tests, config) for group in config.groups)
    verdict = submission_verdict(ran, tests)
    more = {"verdict": verdict, "official": "none", "groups": groups, "backend": "bwrap"}
    return score_record(assignment, "alice", tests, TWO_DAYS_LATE, **more)


@dataclass(frozen=True)
class Scene:
    """A student's tests of two assignments, how late the first one is, and a person's corrections."""

    first: tuple[TestScore, ...]
    second: tuple[TestScore, ...]
    late: Mapping[str, Any] = field(default_factory=dict)
    overrides: tuple[Override, ...] = ()

    @property
    def room(self) -> Classroom:
        return classroom(self.overrides, **self.late)

    def results(self) -> Results:
        """What the reports of the class show."""
        records = {("first", "alice"): record("first", self.first)}
        records["second", "alice"] = record("second", self.second)
        book = gradebook(self.room, records, {"first": True, "second": True}, [])
        works, (student,) = {work.id: work for work in book.assignments}, book.students
        found = {
            ("alice", entry.assignment): Result(
                student, works[entry.assignment], entry, records[entry.assignment, "alice"]
            )
            for entry in book.entries
        }
        return Results(book, found, {total.student: total for total in book.totals})

    def with_fault(self, number: int, verdict: Verdict) -> "Scene":
        """The scene in which a test of the first assignment is not decided."""
        tests = list(self.first)
        tests[number] = replace(tests[number], verdict=verdict, points=None)
        return Scene(tuple(tests), self.second, self.late, self.overrides)


QUARTERS = st.integers(0, 20).map(lambda n: n / 4)


@st.composite
def any_test(draw: st.DrawFn, number: int) -> TestScore:
    most, verdict = draw(QUARTERS), draw(st.sampled_from([*Verdict, Verdict.AC, Verdict.AC]))
    points = {Verdict.AC: most, Verdict.PAC: most / 2, Verdict.JE: None, Verdict.RV: None}.get(verdict, 0.0)
    if verdict is UNGRADED and draw(st.booleans()):
        points = None
    return one_test(number, verdict, points, most, draw(st.sampled_from(["word", "word", "more"])))


def mixtures(least: int) -> st.SearchStrategy[tuple[TestScore, ...]]:
    return st.integers(least, 4).flatmap(lambda count: st.tuples(*map(any_test, range(count))))


LATE: st.SearchStrategy[dict[str, Any]] = st.sampled_from(
    [
        {},
        {"policy": "constant-penalty", "penalty": 1.25},
        {"policy": "percentage-penalty", "penalty": 12.5},
        {"policy": "late-days", "penalty": 25},
        {"reject_after_days": 1},
    ]
)


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    first = draw(mixtures(1))
    chosen = draw(st.sets(st.sampled_from(first).map(lambda test: test.name), max_size=2))
    most = {test.name: test.max_points for test in first}
    given = [override(name, most[name] * draw(st.sampled_from([0, 0.5, 1]))) for name in sorted(chosen)]
    given = [one if most[one.test] else replace(one, decision="right") for one in given]
    if draw(st.integers(0, 5)) == 0:
        given.append(override("", fsum(most.values()) / 2))
    return Scene(first, draw(mixtures(0)), draw(LATE), tuple(given))


# -- everything that is shown ---------------------------------------------------------------


def cells(results: Results) -> Iterator[tuple[str, str]]:
    """The cells about marks in all tables, by the assignment and the group that they belong to."""
    for name in ("grades", "scores", "groups"):
        for row in csv.DictReader(io.StringIO(csv_text(table_of(name, results)))):
            place = "_".join(row[key] for key in ("assignment", "group") if key in row)
            yield from ((f"{place}_{key}" if place else key, cell) for key, cell in row.items())


def numbers(results: Results) -> dict[str, float | None]:
    """Every total, percentage, mark and official result that another program reads, by its place."""
    found: dict[str, float | None] = {}
    for name, cell in cells(results):
        if name.endswith(("_score", "_final", "at_least", "at_most")) or name == "total":
            found[name] = float(cell) if cell else None
        if name.endswith("_official"):
            found[name] = float(ORDER.index(cell))
    value = json.loads(gradescope_json(for_student(results.of_student("alice")[0].automatic)))
    added = [test["score"] for test in value["tests"] if "score" in test]
    found["gradescope"] = value.get("score", fsum(added) if added else None)
    return found


@given(scenes(), st.sampled_from(OPEN))
def test_no_fault_raises_what_is_shown(scene: Scene, verdict: Verdict) -> None:
    before = numbers(scene.results())
    corrected = {one.test for one in scene.overrides}
    for number, test in enumerate(scene.first):
        if test.verdict is not Verdict.AC:
            continue
        after = numbers(scene.with_fault(number, verdict).results())
        assert after.keys() == before.keys()
        for place, value in after.items():
            old = before[place]
            assert value is None or (old is not None and value <= old + 1e-9), place
        if test.max_points and corrected.isdisjoint({test.name, ""}):
            assert (after["first_score"], after["gradescope"]) == (None, None)
        if after["first_at_least"] != after["first_at_most"]:
            assert (after["first_final"], after["total"]) == (None, None)
