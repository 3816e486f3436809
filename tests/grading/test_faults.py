"""The same fault of the grader twice from one submission is put before a person."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from gograde.authoring.case_folders import sample_batches
from gograde.codec import replace
from gograde.core.record import Flag, HandedIn, ScoreRecord, SourceLength, TestScore, Visibility
from gograde.core.verdict import Verdict
from gograde.errors import JudgeError
from gograde.grading.boxed.box import InPlace
from gograde.grading.boxed.sheet import Code
from gograde.grading.facts import FAULT_TWICE, BatchRun, RunRecord, fault_of, fault_twice, remembered
from gograde.grading.grade import grade_submission
from gograde.grading.records import read_run, write_run
from gograde.grading.run import run_submission
from gograde.grading.score import Scorer
from gograde.intake.submission import Submission, digest, submission_of
from gograde.package.package import find_package
from gograde.report.redact import for_student
from gograde.report.words.wording import golf_words
from gograde.sandbox.protocol import Backend
from tests.grading.test_score import REFERENCE

FILES = {"echo.py": b"print('x')"}
ECHO = Submission(FILES, digest(FILES))
PLACE = "JudgeError in gograde.intake.jobs.run_job"


def broken() -> JudgeError:
    """A fault of the sandbox; its text differs each time, as paths and numbers do."""
    error = JudgeError("sandbox", "", "mend it")
    error.args = (str(id(error)),)
    return error


def run(task: Any) -> RunRecord:
    return run_submission(ECHO, HandedIn("alice", ECHO.sha256), task)


def test_a_fault_is_named_by_its_kind_and_place_and_by_nothing_of_this_machine() -> None:
    with pytest.raises(ValueError, match="Expecting value") as caught:
        json.loads("")
    assert fault_of(caught.value) == "JSONDecodeError"
    with pytest.raises(ValueError, match="is not a valid") as other:
        Verdict("XX")
    assert fault_of(other.value) == "ValueError"


def test_a_run_that_fails_as_before_when_it_is_tried_once_more_failed_twice(task_with, scripted, done):
    record = run(task_with(scripted(done, broken(), broken())))
    assert (record.verdict, record.fault, record.faults) == (Verdict.JE, PLACE, 2)
    assert fault_twice(record, ()) == f"the grader failed 2 times in the same way ({PLACE})"


def judge_error(sha256: str | None = "a" * 64, fault: str = PLACE) -> RunRecord:
    return RunRecord("echo", HandedIn("alice", sha256), verdict=Verdict.JE, fault=fault, faults=1)


def in_turn(path: Path, *records: RunRecord) -> list[int]:
    """How often each run's fault came by then; every run writes its record over that of the last."""
    found = []
    for record in records:
        found.append(remembered(record, path))
        write_run(path, path.parent / "blobs", found[-1])
    return [one.faults for one in found]


def test_the_same_fault_in_the_next_run_is_the_second(tmp_path: Path) -> None:
    path = tmp_path / "alice.jsonl"
    assert in_turn(path, judge_error(), judge_error(), judge_error()) == [1, 2, 3]
    again = read_run(path, tmp_path / "blobs")
    assert (again, bool(fault_twice(again, ()))) == (replace(judge_error(), faults=3), True)


WELL = RunRecord("echo", HandedIn("alice", "a" * 64))


@pytest.mark.parametrize("other", [judge_error("b" * 64), judge_error(fault="ValueError in gograde.x"), WELL])
def test_another_submission_or_fault_or_none_is_the_end_of_it(tmp_path: Path, other: RunRecord) -> None:
    found = in_turn(tmp_path / "alice.jsonl", judge_error(), other, judge_error())
    assert found == [1, other.faults, 1]


@pytest.mark.parametrize("text", ["", "{", "[]", "3", '{"sha256": 1, "fault": 2}'])
def test_a_damaged_record_counts_nothing(tmp_path: Path, text: str) -> None:
    path = tmp_path / "alice.jsonl"
    path.write_text(text)
    assert remembered(judge_error(), path).faults == 1


def test_of(batch: str, message: str = "the scorer failed (ValueError)", **changes: Any) -> TestScore:
    told = {"group": "g", "verdict": Verdict.JE, "points": None, "max_points": 1, **changes}
    return TestScore(name=f"{batch}/x", batch=batch, visibility=Visibility.HIDDEN, message=message, **told)


test_of.__test__ = False  # type: ignore[attr-defined]


def test_the_same_fault_in_two_runs_is_told_and_in_one_it_is_not() -> None:
    ran = RunRecord("echo", HandedIn("alice", "a" * 64))
    assert fault_twice(ran, [test_of("01"), test_of("01")]) == ""
    assert fault_twice(ran, [test_of("01"), test_of("02", "the scorer failed (KeyError)")]) == ""
    assert fault_twice(ran, [test_of("01", verdict=Verdict.RV), test_of("02", verdict=Verdict.RV)]) == ""
    told = fault_twice(ran, [test_of("01"), test_of("03")])
    assert told == "the grader failed in the same way in the runs 01, 03 (the scorer failed (ValueError))"


def test_the_flag_is_serious(task_with: Callable[..., Any], done: Any) -> None:
    task = task_with(None)
    runs = tuple(BatchRun(b.name, Verdict.AC, "", replace(done, stdout=b"boom")) for b in task.batches)
    scorer = Scorer(InPlace(Code(task.config.marking), task.assignment), task.config, REFERENCE, task.batches)
    scored = scorer.score(RunRecord("echo", HandedIn("alice", "a" * 64), batches=runs))
    [flag] = scored.flags
    assert isinstance(flag, Flag)
    assert (flag.id, flag.severity) == (FAULT_TWICE, "serious")
    assert flag.evidence.startswith("the grader failed in the same way in the runs sample-01, 01, 02 (")
    assert (scored.score, scored.pending, scored.official) == (0, 6, "none")


# -- each file counts in the ranking by length, and a program that runs a file as code is not in it  --


PACKAGE = find_package("tromp-taylor")
[SHORT] = (PACKAGE.path / "submissions/accepted/python_short").glob("*.py")
CODE = SHORT.read_text().partition("\n")[2].rstrip("\n")
"""The shortest honest program, without its comment."""


def graded(files: Mapping[str, str], sandbox: Backend) -> tuple[ScoreRecord, SourceLength]:
    submission = submission_of({path: text.encode() for path, text in files.items()}, "", {})
    record = grade_submission(submission, PACKAGE, sample_batches(PACKAGE), sandbox)
    assert record.submission.source is not None
    return record, record.submission.source


def test_an_honest_program_has_its_own_length(sandbox: Backend) -> None:
    record, source = graded({"golf.py": CODE}, sandbox)
    assert (record.verdict, source) == (Verdict.AC, SourceLength(characters=len(CODE), bytes=len(CODE)))
    assert golf_words(for_student(record), Verdict.AC) == f"length: {len(CODE)} characters"


ATTACKS: dict[str, tuple[dict[str, str], str]] = {
    "exec of a file": ({"golf.py": "exec(open('d').read())", "d": CODE}, "exec, open"),
    "a file of any kind": ({"golf.py": "import d", "d.py": CODE}, ""),
    "hidden names": (
        {
            "golf.py": "import sys\nm=sys.modules\n"
            "m['built''ins'].__dict__['ex''ec'](m['io'].open('d').read())",
            "d": CODE,
        },
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_trick_makes_a_program_shorter(attack: str, sandbox: Backend) -> None:
    files, named = ATTACKS[attack]
    record, source = graded(files, sandbox)
    assert record.verdict is Verdict.AC
    assert source.characters > len(CODE)
    reason = f"it may run a file as code ({named})"
    assert source.unranked == (reason if named else "")
    if named:
        assert golf_words(for_student(record), Verdict.AC).startswith(
            f"not ranked by length: {reason}; hand in one file"
        )
    else:
        told = f"length: {source.characters} characters in {len(files)} files and their names"
        assert golf_words(for_student(record), Verdict.AC) == told
