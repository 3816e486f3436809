"""Corrections for a whole class: what they do to right answers and to tests, and each slip in them."""

import shutil
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.authoring.case_folders import sample_batches
from gograde.authoring.registry import assignment_of
from gograde.classroom.class_config import AssignmentRules, ClassConfig
from gograde.classroom.classroom import OVERRIDES, ClassCorrection, load_class, read_overrides
from gograde.classroom.roster import Student
from gograde.codec import of_value, replace, to_json
from gograde.core.assignment import Batch
from gograde.core.record import AssignmentRef, ClassChange, HandedIn, ScoreRecord, TestScore
from gograde.core.verdict import Verdict
from gograde.grading.boxed.box import InPlace
from gograde.grading.boxed.sheet import Code
from gograde.grading.contracts.kind import kind_of
from gograde.grading.corrections import Alternative, better, check_named, corrected_tests
from gograde.grading.course import Course
from gograde.grading.facts import BatchRun, RunRecord
from gograde.grading.score import Scorer
from gograde.package.package import find_package
from gograde.report.redact import for_student
from gograde.sandbox.protocol import RunResult
from gograde.workflow.plan import check_corrections
from tests.golden import errors_agree, inputs
from tests.grading.conftest import scored_test

A, W = Verdict.AC, Verdict.WA


def correction(do: str, name: str, kind: str = "case", *, work: str = "echo", **more: Any) -> ClassCorrection:
    said = {"by": "Ada", "at": "2026-12-01", "reason": "a slip"}
    change = of_value(ClassChange, said | {"name": name if kind == "test" else f"{name} *", "do": do})
    return ClassCorrection(work, change, more.get("answer"), "CLASS/overrides.csv:2")


# -- the file ---------------------------------------------------------------------------------

HEAD = "assignment,student_id,test,points,by,at,reason,decision,picture,answer\n"
VOID = "board9,,01/3,,Ada,,two right answers,void"
CONFIG = ClassConfig(schema_="gograde/class/v1", title="T", assignments={"board9": AssignmentRules()})


def read(path: Path, row: str) -> Sequence[ClassCorrection]:
    path.write_text(f"{HEAD}{row}\n")
    overrides, corrections = read_overrides(path, CONFIG, [Student("bob")])
    return corrections if not overrides else ()


ANSWERS = {"Jigo": "Jigo", "12": 12, "TRUE": True, '"[[0, 1], [2, 0]]"': [[0, 1], [2, 0]], '"""12"""': "12"}


def test_the_file_is_read_as_it_is_written(tmp_path: Path) -> None:
    [one] = read(tmp_path / OVERRIDES, VOID)
    assert (one.assignment, one.change.name, one.change.by) == ("board9", "01/3", "Ada")
    assert (one.change.do, one.change.case, one.answer) == ("void", "", None)
    assert one.change.words == "01/3 does not count for anybody: two right answers"
    for cell, answer in ANSWERS.items():
        [one] = read(tmp_path / OVERRIDES, f"board9,,01/3,,Ada,,r,accept,,{cell}")
        assert (one.answer, one.change.case) == (answer, "01/3")


def test_a_slip_in_the_file(tmp_path: Path) -> None:
    rows = inputs("grading/corrections.txt", "== ")
    tried = ((row, partial(read, tmp_path / OVERRIDES, row)) for row in rows)
    errors_agree("grading/corrections.txt", tried, tmp_path)


# -- right answers ----------------------------------------------------------------------------


def course_with(package: str, *corrections: ClassCorrection) -> Course:
    """The public cases of a package that ships, corrected."""
    found = find_package(package)
    course = Course(found, AssignmentRules(), assignment_of(found), sample_batches(found), corrections)
    assert course.right.batches
    return course


def answers(batches: Sequence[Batch]) -> dict[str, Any]:
    return {f"{batch.name}/{case.id}": case.answer for batch in batches for case in batch.cases}


PER_CONTRACT = [
    ("board9", "sample-01/0", True),
    ("board9", "sample-01/5", {"points": [[0, 0], [8, 8]]}),
    ("tromp-taylor", "sample-01/plain-1", "B+3"),
    ("board-control", "sample-01/legal-1", [[0, 1, 2, 0, 0]] * 6),
    ("influence", "sample-01/situation-1", 12),
]


@pytest.mark.parametrize(("package", "case", "answer"), PER_CONTRACT)
def test_a_corrected_reference_changes_this_case_only_and_no_input(package, case, answer) -> None:
    before = course_with(package)
    old = answers(before.batches)
    after = course_with(package, correction("replace", case, work=package, answer=answer))
    assert answers(after.right.batches) == old | {case: answer}
    kind = kind_of(before.package.config.contract)
    asked = [[dict(kind.inputs(c.assignment, batch)) for batch in c.right.batches] for c in (before, after)]
    assert asked[0] == asked[1]


def test_an_accepted_answer_stands_beside_the_reference() -> None:
    before = course_with("tromp-taylor")
    case = next(iter(answers(before.batches)))
    after = course_with("tromp-taylor", correction("accept", case, work="tromp-taylor", answer="Jigo"))
    assert answers(after.right.batches) == answers(before.batches)
    assert [answers([one.batch]) for one in after.right.also] == [{case: "Jigo"}]


NO_ANSWERS: tuple[tuple[str, str, Any], ...] = (
    ("board9", "sample-01/0", "yes"), ("board9", "sample-01/1", {"points": [[0, 0]]}),
    ("board9", "sample-01/1", {"points": [[9, 9]], "board": ["." * 9] * 9}),
    ("board-control", "sample-01/legal-1", "hello"), ("board-control", "sample-01/legal-1", [[0, 3]]),
    ("board-control", "sample-01/legal-1", [[0, 1, 2, 0, 3]] * 6),
    ("board-control", "sample-01/chains-1", [{"color": 1, "stones": [[0, 0]]}]),
    ("influence", "sample-01/situation-1", True), ("influence", "sample-02/is_joseki-1", 1),
    ("influence", "sample-02/next_steps-1", "DD"), ("tromp-taylor", "sample-01/plain-1", 3),
    ("tromp-taylor", "sample-01/plain-1", "Jego"), ("influence", "sample-01/zobrist-1", [[0.5]]),
    ("board9", "sample-1/0", True), ("little-go", "random/random", "win"),
)  # fmt: skip


def test_an_answer_that_is_none_is_refused() -> None:
    """Of little-go the case is the first that there is: a game has no reference."""

    def correct(package: str, case: str, answer: Any) -> object:
        name = case if package != "little-go" else next(iter(answers(course_with(package).batches)))
        return course_with(package, correction("replace", name, work=package, answer=answer))

    tried = ((f"{one[0]} {one[1]}: {one[2]}", partial(correct, *one)) for one in NO_ANSWERS)
    errors_agree("grading/no-answers.txt", tried)


# -- tests ------------------------------------------------------------------------------------

REFERENCE = AssignmentRef(id="echo", version="1.0.0", package_sha256="0" * 64, title="Echo")


@pytest.fixture
def scored(task_with: Callable[..., Any], done: RunResult) -> Callable[..., ScoreRecord]:
    """The record of a submission that said these words, under corrections."""
    task = task_with(None)

    def make(words: Sequence[bytes] | None, *corrections: ClassCorrection, **more: Any) -> ScoreRecord:
        batches = tuple(
            BatchRun(batch.name, A, "", replace(done, stdout=word))
            for batch, word in zip(task.batches, words or (), strict=False)
        )
        handed_in = HandedIn("alice", "a" * 64) if words else HandedIn("alice")
        record = RunRecord("echo", handed_in, batches=batches, verdict=None if words else Verdict.NS)
        here = InPlace(Code(task.config.marking), task.assignment)
        changes = [one.change for one in corrections]
        scorer = Scorer(here, task.config, REFERENCE, task.batches, changes=changes, **more)
        return scorer.score(record)

    return make


def points(record: ScoreRecord) -> dict[str, float | None]:
    return {test.name: test.points for test in record.tests}


SAID = [b"sample", b"eins", b"two"]


def test_a_void_test_leaves_points_and_maximum(scored: Callable[..., ScoreRecord]) -> None:
    before, after = scored(SAID), scored(SAID, correction("void", "01/word", "test"))
    assert points(before) == {"sample-01/word": 0, "01/word": 0, "02/word": 3}
    assert points(after) == {"sample-01/word": 0, "02/word": 3}
    assert (before.score, before.max_score, before.verdict) == (3, 6, Verdict.WA)
    assert (after.score, after.max_score, after.verdict) == (3, 3, A)
    assert [(group.name, group.max_score) for group in after.groups] == [("sample", 0), ("word", 3)]


def test_who_handed_in_nothing_loses_the_maximum_too(scored: Callable[..., ScoreRecord]) -> None:
    record = scored(None, correction("void", "01/word", "test"))
    assert (record.verdict, record.score, record.max_score) == (Verdict.NS, 0, 3)


def test_full_points_are_for_all_who_handed_in(scored: Callable[..., ScoreRecord]) -> None:
    full = correction("full", "01/word")
    record = scored(SAID, full)
    assert points(record) == {"sample-01/word": 0, "01/word": 3, "02/word": 3}
    assert record.verdict is A
    assert record.tests[1].message == "full points for everybody: a slip"
    assert (scored(None, full).score, scored(None, full).max_score) == (0, 6)


def test_another_answer_counts_as_well(scored, task_with) -> None:
    batch = task_with(None).batches[1]
    other = replace(batch, cases=(replace(batch.cases[0], answer=b"eins"),))
    accept = correction("accept", "01/word", answer="eins")
    also = (Alternative(other, accept.change),)
    for word, got in ((b"eins", 3), (b"one", 3), (b"un", 0)):
        record = scored([b"sample", word, b"two"], accept, also=also)
        assert points(record)["01/word"] == got
        assert record.max_score == 6


def test_the_record_tells_of_it_and_students_see_the_reason_only(scored: Callable[..., ScoreRecord]) -> None:
    accept = correction("accept", "01/word", answer="a hidden answer")
    record = for_student(scored(SAID, correction("void", "02/word", "test"), accept))
    assert [one.words for one in record.changes] == [
        "02/word does not count for anybody: a slip",
        "01/word * has another right answer too: a slip",
    ]
    assert {one.by for one in record.changes} == {one.at for one in record.changes} == {""}
    assert b"hidden answer" not in to_json(record)


def test_a_case_has_all_its_tests() -> None:
    case, test = correction("void", "01/3"), correction("void", "01/3", "test")
    names = ["01/3", "01/3 picture", "01/30", "101/3"]
    assert [case.change.concerns(name) for name in names] == [True, True, False, False]
    assert [test.change.concerns(name) for name in names] == [True, False, False, False]


def made(verdict: Verdict, got: float | None) -> TestScore:
    return scored_test("01/word", verdict, got, 3, group="word")


TESTS = st.sampled_from(
    [made(A, 3), made(W, 0), made(Verdict.PAC, 1), made(Verdict.JE, None), made(Verdict.RV, None)]
)


@given(TESTS, TESTS)
def test_the_better_of_two_answers(one: TestScore, other: TestScore) -> None:
    best = better(one, other)
    assert best in (one, other)
    known = [test.points for test in (one, other) if test.points is not None]
    if 3 in known or len(known) == 2:
        assert best.points == max(known)
    else:
        assert best.points is None


DOS = st.sampled_from(["void", "full"])


@given(st.lists(TESTS, max_size=4), st.lists(st.tuples(DOS, st.integers(0, 4)), max_size=3), st.booleans())
def test_no_correction_gives_more_than_a_test_is_worth(tests, changes, handed_in) -> None:
    named = [replace(test, name=f"01/{n}") for n, test in enumerate(tests)]
    corrections = [correction(do, f"01/{n}").change for do, n in changes]
    after = corrected_tests(named, corrections, handed_in=handed_in)
    assert {test.name for test in after} <= {test.name for test in named}
    assert all(test.points is None or 0 <= test.points <= test.max_points for test in after)


# -- checks before anything runs ----------------------------------------------------------------

NAMES = ["01/1", "01/1 picture", "01/2"]


TWICE = {
    "no test": [correction("void", "01/3", "test")],
    "no case": [correction("full", "1/1")],
    "two of one": [correction("void", "01/1"), correction("full", "01/1 picture", "test")],
}


def test_a_correction_of_nothing_and_two_of_one() -> None:
    tried = ((name, partial(check_named, some, NAMES)) for name, some in TWICE.items())
    errors_agree("grading/named.txt", tried)
    check_named([correction("accept", "01/1", answer=answer) for answer in (1, 2)], NAMES)


def test_a_class_is_checked_before_anything_runs(tmp_path: Path) -> None:
    config = "schema: gograde/class/v1\ntitle: T\nassignments: {board9: {}}\n"

    def check(row: str) -> None:
        shutil.rmtree(tmp_path / "class", ignore_errors=True)
        (tmp_path / "class").mkdir()
        written = {"class.yaml": config, "roster.csv": "student_id\nbob\n", OVERRIDES: f"{HEAD}{row}\n"}
        for file, content in written.items():
            (tmp_path / "class" / file).write_text(content)
        room = load_class(tmp_path / "class")
        check_corrections(room, replace(course_with("board9"), corrections=room.corrections))

    tried = ((row, partial(check, row)) for row in inputs("grading/checked.txt", "== "))
    errors_agree("grading/checked.txt", tried, tmp_path / "class")
