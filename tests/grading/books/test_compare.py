"""What changed between two gradebooks of a class with two assignments, made by hand."""

from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from gograde.classroom.roster import Student
from gograde.codec import replace, to_json
from gograde.core.record import ClassChange, ScoreRecord, TestScore
from gograde.core.totals import Total, in_percent
from gograde.core.verdict import Verdict, gravest
from gograde.grading.compare import (
    BookState,
    ChangeReason,
    Comparison,
    Side,
    TestMark,
    compare,
    mark_reasons,
    newer_results,
    result_reasons,
    total_reasons,
)
from gograde.grading.marks.gradebook import (
    GRADEBOOK_SCHEMA,
    AssignmentInfo,
    BookEntry,
    ClassInfo,
    Correction,
    Gradebook,
    Late,
    StudentTotal,
)
from gograde.report.words.changes import marks
from tests.golden import agrees
from tests.grading.conftest import score_record, scored_test

WORKS = ("board9", "influence")
PEOPLE = ("alice", "bob")
Marks = Mapping[tuple[str, str], Sequence[int]]
"""The points of each test, of 1 each, by assignment and student; -1 is a fault of the grader."""

FIRST: Marks = {
    ("board9", "alice"): (1, 0), ("influence", "alice"): (1, 1),
    ("board9", "bob"): (0, 0), ("influence", "bob"): (1, 0),
}  # fmt: skip


def one_test(number: int, points: int) -> TestScore:
    verdict = Verdict.JE if points < 0 else Verdict.AC if points else Verdict.WA
    return scored_test(f"01/{number}", verdict, None if points < 0 else points, 1)


def record(work: str, student: str, points: Sequence[int]) -> ScoreRecord:
    tests = [one_test(number, one) for number, one in enumerate(points)]
    return score_record(work, student, tests, verdict=gravest(test.verdict for test in tests))


def side(label: str, of: Marks, weights: Sequence[float] = (100, 100), version: str = "1.0.0") -> Side:
    """A gradebook of these points."""
    records = {pair: record(*pair, points) for pair, points in of.items()}
    made = {"cases": "c", "scorer": "s", "runs": "r"}
    works = tuple(
        AssignmentInfo(
            id=name, version=version if name == "board9" else "1.0.0", weight=weight, made_from=made
        )
        for name, weight in zip(WORKS, weights, strict=True)
    )
    entries = tuple(
        BookEntry(assignment=work, student=who, verdict=one.verdict, badge=one.verdict, score=one.score,
              max_score=one.max_score, pending=one.pending, mark=one.total)
        for (work, who), one in records.items()
    )  # fmt: skip
    people = [who for who in PEOPLE if any(one.student == who for one in entries)]
    book = Gradebook(
        schema=GRADEBOOK_SCHEMA, info=ClassInfo(title="T"), assignments=works, entries=entries,
        students=tuple(Student(who) for who in people),
        totals=tuple(StudentTotal(student=who, percent=percent(works, entries, who)) for who in people),
    )  # fmt: skip
    return Side(label, book, lambda entry: to_json(records[entry.assignment, entry.student]))


def percent(works: Sequence[AssignmentInfo], entries: Sequence[BookEntry], who: str) -> Total:
    weights = {work.id: work.weight for work in works}
    return in_percent((weights[one.assignment], one.mark) for one in entries if one.student == who)


def table(found: Comparison) -> list[tuple[str, str, object, object, str]]:
    """Who, what, from what, to what, and why."""

    def row(student: str, what: str, ends: Sequence[Total | None], why: Sequence[ChangeReason]) -> tuple:
        before, after = (None if total is None else total.exact for total in ends)
        return student, what, before, after, "; ".join(one.text for one in why)

    results = [row(one.student, one.assignment, marks(one), one.why) for one in found.changes]
    return [*results, *(row(one.student, "total", (one.before, one.after), one.why) for one in found.totals)]


def first_entry(**changes: Any) -> Side:
    """The second gradebook, with another entry of alice in board9."""
    made = side("2", FIRST)
    first, *others = made.gradebook.entries
    book = replace(made.gradebook, entries=(replace(first, **changes), *others))
    return Side("2", book, made.record)


BOTH = {**FIRST, ("board9", "alice"): (1, 1), ("board9", "bob"): (1, -1)}
ALONE = {pair: points for pair, points in FIRST.items() if pair[1] == "alice"}
ASKED = Correction(test="", points=2, by="Ms Rivera", reason="she asked")
BOOKS: dict[str, tuple[Side, Side]] = {
    "other weights move totals alone": (side("1", FIRST), side("2", FIRST, (100, 300))),
    "a new version of a package moves tests": (side("1", FIRST), side("2", BOTH, version="1.1.0")),
    "tests that change places": (side("1", FIRST), side("2", {**FIRST, ("board9", "alice"): (0, 1)})),
    "who goes": (side("1", FIRST), side("2", ALONE)),
    "who comes": (side("1", ALONE), side("2", FIRST)),
    "a correction alone": (side("1", FIRST), first_entry(mark=Total(2, 0, 2), overrides=(ASKED,))),
    "another penalty under a mark that a person set": (
        side("1", FIRST), first_entry(late=Late(days=1, penalty=1, reason="1 day late")),
    ),
}  # fmt: skip


def in_short(one: TestMark | None) -> str:
    return f"{one.verdict.value} {one.points} of {one.max_points}" if one else "no test"


def test_what_changed_is_told() -> None:
    said = []
    for name, (was, now) in BOOKS.items():
        found = compare(was, now)
        said.append(f"== {name}; newer results: {newer_results(was.gradebook, now.gradebook)}")
        said += [" | ".join(map(str, row)) for row in table(found)]
        for one in found.changes:
            tests = (f"{test.test} {in_short(test.before)} → {in_short(test.after)}" for test in one.tests)
            said += [f"  {one.student} {one.assignment}: {test}" for test in tests]
    agrees("grading/compared.txt", "".join(f"{line}\n" for line in said))
    found = compare(*BOOKS["a new version of a package moves tests"])
    assert found.only("alice", None).changes == found.changes[:1]
    assert found.only(None, "influence").changes == ()


def test_assignments_that_went_away_stay_in_the_order_of_the_class() -> None:
    one = side("1", FIRST)
    works = tuple(AssignmentInfo(id=f"week{number}", version="1.0.0", weight=1) for number in range(9))
    old = replace(one, gradebook=replace(one.gradebook, assignments=works))
    assert compare(old, side("2", FIRST)).works == (*WORKS, *(work.id for work in works))


points = st.lists(st.sampled_from((-1, 0, 1)), min_size=2, max_size=2)
classes = st.fixed_dictionaries({(work, who): points for work in WORKS for who in PEOPLE})


@given(classes, classes)
def test_a_comparison_names_just_what_differs(one: Marks, other: Marks) -> None:
    found = compare(side("1", one), side("2", other))
    changed = {(work, who) for work, who in one if list(one[work, who]) != list(other[work, who])}
    assert {(change.assignment, change.student) for change in found.changes} == changed
    assert compare(side("1", one), side("2", one)).changes == ()
    back = compare(side("2", other), side("1", one))
    for there, again in ((found.changes, back.changes), (found.totals, back.totals)):
        assert [(c.student, c.before, c.after) for c in again] == [
            (c.student, c.after, c.before) for c in there
        ]


# -- why a result differs, said from what two gradebooks record --------------------------------------


MADE = {"cases": "c", "scorer": "s"}
WORK = AssignmentInfo(id="board9", version="1.0.0", package_sha256="a", made_from=MADE)
ENTRY = BookEntry(
    assignment="board9", student="alice", verdict=Verdict.WA, badge=Verdict.WA, score=5, max_score=7,
    pending=0, sha256="one", submitted_at="2026-11-15T20:00:00+00:00",
)  # fmt: skip
LATE = Late(days=1, penalty=1, reason="1 day late")


VOID = ClassChange(name="01/3", do="void", by="Ada", reason="two answers")


def state(work: dict[str, Any] | None = None, late_days: int = 0, **entry: Any) -> BookState:
    return BookState(late_days, replace(WORK, **work or {}), replace(ENTRY, **entry))


def correction(points: float) -> Correction:
    return Correction(test="01/3", points=points, by="Ms Rivera", reason="the handout was unclear")


OTHERWISE = {"package_sha256": "b", "made_from": {**MADE, "scorer": "t"}}
EXTENDED, POLICY = {"extensions": {"alice": 24.0}}, {"policy": "percentage-penalty", "penalty": 10}
MANY = tuple(replace(correction(2), test=f"01/{number}") for number in range(9))
STATES: dict[str, tuple[BookState, BookState]] = {
    "another version": (state(), state({"version": "1.1.0", "package_sha256": "b"})),
    "another package of one version": (state(), state({"package_sha256": "b"})),
    "other cases": (state(), state({"made_from": {**MADE, "cases": "d"}}, run="q")),
    "scored otherwise": (state(), state({"made_from": {**MADE, "scorer": "t"}})),
    "run otherwise": (state(), state(run="q")),
    "corrected for the class": (state(), state({"changes": (VOID,)})),
    "no longer corrected for the class": (state({"changes": (VOID,)}), state()),
    "corrected in another test": (state(), state({"changes": (replace(VOID, name="01/4"),)})),
    "other work": (state(), state(sha256="two")),
    "no work any more": (state(), state(sha256=None)),
    "work that came": (state(sha256=None), state(run="q")),
    "much at once": (state(), state(OTHERWISE, sha256="two", run="q")),
    "nothing": (state(), state()),
    "other games": (state(), state({"made_from": {**MADE, "league": "l"}})),
    "not recorded": (state(), state({"made_from": {}})),
    "a correction": (state(), state(overrides=(correction(2),))),
    "corrections taken back, in their order": (state(overrides=MANY), state()),
    "the same correction": (state(overrides=(correction(2),)), state(overrides=(correction(2),))),
    "another late policy": (state(), state({"late": POLICY}, late=LATE)),
    "no extension any more": (state(EXTENDED), state(late=LATE)),
    "an extension of nothing late": (state(EXTENDED), state()),
    "another time": (state({"extensions": {"bob": 24.0}}), state(late=LATE, submitted_at=None)),
    "another due date": (state({"due": "2026-11-16"}), state({"due": None}, late=LATE)),
    "fewer free days": (state(late_days=2), state(late=LATE)),
    "free days elsewhere": (state(), state(late=LATE)),
}
"""What two gradebooks record of a result."""


def test_why_tests_and_marks_differ() -> None:
    said = []
    for name, (was, now) in STATES.items():
        said.append(f"== {name}")
        said += [f"tests: {one.text}" for one in result_reasons(was, now, ["01/3"])]
        said += [f"mark: {one.text}" for one in mark_reasons(was, now)]
    agrees("grading/reasons.txt", "\n".join([*said, ""]))


def test_why_a_total_changed() -> None:
    def book(*weights: float) -> Gradebook:
        names = zip(("board9", "influence"), weights, strict=False)
        works = tuple(replace(WORK, id=name, weight=weight) for name, weight in names)
        return Gradebook(schema=GRADEBOOK_SCHEMA, info=ClassInfo(title="T"), assignments=works)

    said = total_reasons(book(100, 100), book(50, 100), ["board9"])
    assert [one.text for one in said] == ["result of board9", "weight of board9 100 → 50"]
    assert [one.text for one in total_reasons(book(100), book(100, 20), [])] == [
        "weight of influence nothing → 20"
    ]
    assert not list(total_reasons(book(100, 100), book(50, 50), []))
    assert not list(total_reasons(book(100), book(50), []))
