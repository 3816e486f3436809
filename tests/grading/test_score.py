"""From facts to a score record."""

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
from gograde.codec import of_json, of_value, replace, to_json
from gograde.core.assignment import Batch, ExampleFact
from gograde.core.record import (
    AssignmentRef,
    ClassChange,
    HandedIn,
    ScoreRecord,
    SourceLines,
    TestScore,
    Visibility,
    whole_text,
)
from gograde.core.sighting import Sighting
from gograde.core.verdict import Verdict
from gograde.grading.boxed.box import InPlace
from gograde.grading.boxed.sheet import Code, Sheet
from gograde.grading.contracts.kind import kind_of
from gograde.grading.corrections import better, check_named
from gograde.grading.course import Course
from gograde.grading.facts import BatchRun, RunRecord
from gograde.grading.run import AROUND, LARGEST, source_lines
from gograde.grading.score import Scorer
from gograde.intake.entry import NO_BUILDING, Building
from gograde.intake.jobs import verdict_of, with_packages
from gograde.intake.read import OLD_NUMPY
from gograde.listing import for_log
from gograde.package.package import find_package
from gograde.report.redact import for_student
from gograde.sandbox.protocol import Ended, Limits, RunResult
from gograde.workflow.plan import check_corrections
from tests.golden import agrees, errors_agree, inputs, values_agree
from tests.grading.conftest import scored_test

REFERENCE = AssignmentRef(id="echo", version="1.0.0", package_sha256="0" * 64, title="Echo")


@pytest.fixture
def scored(task_with: Callable[..., Any], done: RunResult) -> Callable[..., ScoreRecord]:
    """The record of a submission whose three runs ended as given: (verdict, stdout)."""
    task = task_with(None)

    def make(
        runs: Sequence[tuple[Verdict, bytes]],
        extra: str = "",
        official: str = "all-or-nothing",
        **changes: Any,
    ) -> ScoreRecord:
        batches = tuple(
            BatchRun(batch.name, verdict, "why", replace(done, stdout=said))
            for batch, (verdict, said) in zip(task.batches, runs, strict=False)
        )
        record = replace(RunRecord("echo", HandedIn("alice", "a" * 64), batches=batches), **changes)
        groups = tuple(replace(group, extra=group.name == extra) for group in task.config.groups)
        config = replace(task.config, groups=groups, official=official)
        here = InPlace(Code(config.marking), task.assignment)
        return Scorer(here, config, REFERENCE, task.batches, Visibility.AFTER_PUBLISHED).score(record)

    return make


RIGHT = [(Verdict.AC, b"sample"), (Verdict.AC, b"one"), (Verdict.AC, b"two")]
A, W = Verdict.AC, Verdict.WA


def test_the_scorer_of_each_run_is_told_what_a_person_saw_in_pictures_of_the_program(task_with) -> None:
    task, told = task_with(None), []

    def sheets(asked: Sequence[Sheet]) -> list[tuple[TestScore, ...]]:
        told.extend(one.facts.examples for one in asked)
        return [() for _ in asked]

    seen = (ExampleFact(b"png", Sighting("0" * 64)),)
    scorer = Scorer(sheets, task.config, REFERENCE, task.batches, examples=seen)
    scorer.score(RunRecord("echo", HandedIn("alice", "a" * 64)))
    assert told == [seen] * len(task.batches)


NS, CE, JE, RTE, SK = Verdict.NS, Verdict.CE, Verdict.JE, Verdict.RTE, Verdict.SK
WRONG = [(A, b"sample"), (A, b"one"), (A, b"wrong")]
RESULTS: dict[str, tuple[Sequence[tuple[Verdict, bytes]], dict[str, Any]]] = {
    "all right": (RIGHT, {}),
    "partial credit beside all or nothing": (WRONG, {}),
    "a crash keeps what was answered": ([RIGHT[0], (RTE, b"one"), RIGHT[2]], {}),
    "nothing handed in": ([], {"verdict": NS, "message": "why"}),
    "not compiled": ([], {"verdict": CE, "message": "why"}),
    "a judge error is no zero": ([], {"verdict": JE, "message": "ours"}),
    "a batch that was not run": (RIGHT[:2], {}),
    **{
        f"ended by a limit, {verdict.name}: it is worth nothing, and what it printed is left out": (
            [RIGHT[0], (verdict, b"one"), RIGHT[2]], {},
        )
        for verdict in (Verdict.TLE, Verdict.MLE, Verdict.OLE)
    },
    "a scorer that raises is our fault": ([RIGHT[0], (A, b"boom"), RIGHT[2]], {}),
    "what failed stays failed beside a fault of ours": ([RIGHT[0], (A, b"wrong"), (A, b"boom")], {}),
    "so does what crashed": ([RIGHT[0], (RTE, b"one"), (A, b"boom")], {}),
    "what was left out": (RIGHT, {"left_out": {"b": "a link", "a": "an old answer"}}),
    "not started": (RIGHT, {"left_out": {"b.py": "not started", "c": "a link", "a.py": "not started"}}),
    "names of an older numpy": (RIGHT, {"left_out": {"a.py": OLD_NUMPY}}),
    "extra points have no part in the official result": (WRONG, {"extra": "word"}),
    "a wrong sample has none": ([(A, b"wrong"), *RIGHT[1:]], {}),
    "a crash of a sample has none": ([(RTE, b""), *RIGHT[1:]], {}),
    "samples count": ([(A, b"wrong"), *RIGHT[1:]], {"official": "with-samples"}),
    "a crash of a sample counts": ([(RTE, b""), *RIGHT[1:]], {"official": "with-samples"}),
    "no official result": (WRONG, {"official": "none"}),
}  # fmt: skip


def result_text(record: ScoreRecord) -> str:
    """A line for the whole, then one for each group, test, run and flag."""
    lines = [f"{record.verdict} {record.official} {record.score:g} of {record.max_score:g}, "
             f"{record.pending:g} pending; {record.message}"]  # fmt: skip
    lines += [f"  group {one.name} {one.score:g} of {one.max_score:g}" for one in record.groups]
    lines += [f"  test {one.name} {one.verdict} {one.points} {one.visibility}" for one in record.tests]
    lines += [f"  run {one.batch} {one.visibility}: {one.stdout}" for one in record.runs]
    lines += [f"  flag {one.id} {one.severity}: {one.evidence}" for one in record.flags]
    return "".join(f"{line.rstrip()}\n" for line in lines)


def test_the_results_of_submissions(scored, done, capsys) -> None:
    """Beside those above, what the sandbox caught, which is flagged and still scored."""
    said = {name: scored(runs, **changes) for name, (runs, changes) in RESULTS.items()}
    assert "a bug of the scorer" in capsys.readouterr().err

    def one(building: Building = NO_BUILDING, **changes: Any) -> ScoreRecord:
        run = BatchRun("01", A, "", replace(done, stdout=b"one", **changes))
        return scored([], batches=(run, replace(run, batch="02")), building=building)

    tried, built = ("a socket", "a mount"), Building(("a file",), output="/x: no\nended")
    said["forbidden"] = one(violations=tried)
    said["forbidden while it was built"] = one(built)
    said["forbidden twice"] = one(built, violations=tried)
    said["calls that the sandbox does not know are no violation"] = one(unlisted=("470", "468"))
    agrees("grading/results.txt", "\n".join(f"== {name}\n{result_text(r)}" for name, r in said.items()))


@pytest.mark.parametrize("verdict", [Verdict.JE, Verdict.RV])
def test_points_that_a_scorer_gives_with_a_fault_or_a_doubt_are_not_kept(scored, monkeypatch, verdict):
    own = InPlace.__call__

    def generous(self: InPlace, sheets: Sequence[Sheet]) -> list[tuple[TestScore, ...]]:
        return [tuple(replace(test, verdict=verdict) for test in one) for one in own(self, sheets)]

    monkeypatch.setattr(InPlace, "__call__", generous)
    record = scored(RIGHT)
    assert [test.points for test in record.tests] == [None, None, None]
    state = "error" if verdict is Verdict.JE else "pending"
    assert (record.score, record.max_score, record.pending, record.official) == (0, 6, 6, state)


def test_usage_is_kept_apart(scored: Callable[..., ScoreRecord]) -> None:
    record = scored(RIGHT)
    assert [usage.batch for usage in record.usage] == ["sample-01", "01", "02"]
    assert record.usage[0].cpu_s == 0.01


ENDS: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, "c"), ({"exit_code": 1, "stderr": b"File x\n  SyntaxError: bad\n"}, "python"),
    ({"exit_code": 1, "stderr": b"TabError: x\n\n"}, "python"),
    ({"exit_code": 1, "stderr": b"  File x\nRecursionError: maximum recursion depth exceeded\n"}, "python"),
    ({"exit_code": 1, "stderr": b"SyntaxError: bad"}, "c"),
    ({"exit_code": 2, "stderr": b"SyntaxError: bad"}, "python"),
    ({"exit_code": 1, "stderr": b"\x1b[31mred\xff"}, "python"),
    ({"exit_code": None, "signal": 11}, "c"), ({"exit_code": None, "signal": 99}, "c"),
    *(({"exit_code": None, "signal": 9, "killed_for": ended}, "python") for ended in Ended),
)  # fmt: skip


def test_the_verdict_of_a_run(done: RunResult) -> None:
    said = []
    for changes, language in ENDS:
        verdict, message = verdict_of(replace(done, **changes), language, Limits())
        words = ", ".join(f"{name} {value}" for name, value in changes.items())
        said.append(f"{language}, {words or 'well'}: {verdict.value} {message}\n")
    agrees("grading/runs-ended.txt", "".join(said))


def test_a_missing_module_is_told_with_what_may_be_imported() -> None:
    missing = "exit code 1: ModuleNotFoundError: No module named 'PyQt5'"
    may = "the standard library (tkinter and turtle too), numpy, matplotlib"
    told = f"{missing} (a program may import {may}, and the modules that are handed in with it)"
    assert with_packages(missing, ("numpy", "matplotlib")) == told
    assert with_packages("exit code 1: KeyError: 3", ("numpy",)) == "exit code 1: KeyError: 3"


def test_a_byte_that_is_no_text_is_spelled_out_and_read_again() -> None:
    half = whole_text(of_value(ScoreRecord, HALVES))
    assert half.message == "a\\xff\\ud800"
    assert of_json(ScoreRecord, to_json(half)) == half


HALVES = {
    "assignment": {"id": "board9", "version": "1.0.0", "package_sha256": ""},
    "submission": {"student": "eve"},
    "verdict": "CE",
    "official": "fail",
    "message": "a\udcff\ud800",
    "score": 0,
    "max_score": 0,
    "pending": 0,
}


def test_a_log_holds_nothing_that_a_terminal_or_a_build_obeys() -> None:
    assert for_log("\x1b[31mx\n::error::y\n  ::z\nw\n") == "?[31mx\n\\::error::y\n\\  ::z\nw"


# -- the student's own lines around the places that a traceback or a compiler names ------------


TWENTY = "".join(f"line {number}\n" for number in range(1, 21)).encode()


def marked(said: str, **files: bytes) -> list[tuple[str, tuple[int, ...]]]:
    named = {name.replace("_dot_", "."): data for name, data in files.items()} or {"score.py": TWENTY}
    return [(part.file, part.marked) for part in source_lines(said, named)]


def test_the_lines_of_a_traceback_stand_between_their_neighbours() -> None:
    said = 'Traceback (most recent call last):\n  File "score.py", line 6, in <module>\nValueError: 0\n'
    lines = tuple(f"line {number}" for number in range(4, 9))
    assert source_lines(said, {"score.py": TWENTY}) == (SourceLines("score.py", 4, lines, (6,)),)


def test_each_way_of_naming_a_place() -> None:
    values_agree("grading/places.txt", marked=marked, TWENTY=TWENTY)


def test_other_files_and_lines_are_not_looked_for() -> None:
    for said in [
        'File "/usr/lib/python3.11/score.py", line 6', 'File "myscore.py", line 6',
        'File "../score.py", line 6', 'File "hidden.py", line 6', 'File "score.py", line 0',
        'File "score.py", line 21', 'File "score.py", line 1234567', "score.pyx:6", "",
    ]:  # fmt: skip
        assert marked(said) == []


def test_a_recursion_is_told_once_and_its_end_counts() -> None:
    frames = [1, 10, *[14] * 990, 16, 18, 20]
    said = "\n".join(f'  File "score.py", line {number}, in f' for number in frames)
    assert marked(said) == [("score.py", (14, 16, 18, 20))]


def test_a_compiler_names_the_first_fault_first() -> None:
    said = "\n".join(f"score.c:{number}:1: error: no" for number in (2, 3, 4, 5, 6, 7))
    assert marked(said, score_dot_c=TWENTY) == [("score.c", (2, 3, 4, 5))]


def test_places_far_from_each_other_are_parts_of_their_own() -> None:
    said = 'File "a.py", line 1\nFile "b.py", line 20\nFile "a.py", line 20\nFile "a.py", line 16\n'
    parts = source_lines(said, {"a.py": TWENTY, "b.py": TWENTY})
    shown = [(part.file, part.first, len(part.lines), part.marked) for part in parts]
    assert shown == [("a.py", 1, 3, (1,)), ("a.py", 14, 7, (16, 20)), ("b.py", 18, 3, (20,))]
    assert AROUND == 2


def test_bytes_are_only_cut_into_lines() -> None:
    data = b"\xff\x00\x1b[31m\xe2\x80\xae\x0c\tx\r\n" + b"y" * 10_000 + b"\n"
    [part] = source_lines('File "a.py", line 1', {"a.py": data})
    assert part.lines == ("\N{REPLACEMENT CHARACTER}??[31m??   x", f"{'y' * 80} … {'y' * 77}")
    assert source_lines('File "a.py", line 2', {"a.py": b"\n" * (LARGEST + 9)})[0].lines == ("",)
    assert source_lines('File "a.py", line 1', {"a.py": b""}) == ()


def test_hostile_text_takes_no_time() -> None:
    files = {f"{'a' * 90}{number}.py": TWENTY for number in range(300)}
    assert source_lines(("a" * 90 + "/") * 5000, files) == ()
    assert source_lines(' "' * 20_000, files) == ()


# -- corrections for a whole class: what they do to right answers and to tests, and each slip in them


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


@pytest.fixture
def corrected(task_with: Callable[..., Any], done: RunResult) -> Callable[..., ScoreRecord]:
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


SAID = [b"sample", b"eins", b"two"]


def test_full_points_for_everybody_are_told(corrected: Callable[..., ScoreRecord]) -> None:
    record = corrected(SAID, correction("full", "01/word"))
    assert record.tests[1].message == "full points for everybody: a slip"


def test_the_record_tells_of_it_and_students_see_the_reason_only(
    corrected: Callable[..., ScoreRecord],
) -> None:
    accept = correction("accept", "01/word", answer="a hidden answer")
    record = for_student(corrected(SAID, correction("void", "02/word", "test"), accept))
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
    [
        made(A, 3),
        made(W, 0),
        made(Verdict.PAC, 1),
        made(Verdict.JE, None),
        made(Verdict.RV, None),
    ]
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
