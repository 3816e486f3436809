"""From facts to a score record."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from gograde.authoring.assignment import ExampleFact
from gograde.codec import of_json, of_value, replace, to_json
from gograde.grading.boxed.box import InPlace
from gograde.grading.boxed.sheet import Code, Sheet
from gograde.grading.facts import BatchRun, RunRecord
from gograde.grading.score import Scorer
from gograde.intake.entry import NO_BUILDING, Building
from gograde.intake.jobs import verdict_of, with_packages
from gograde.intake.read import OLD_NUMPY
from gograde.listing import for_log
from gograde.sandbox.protocol import Ended, Limits, RunResult
from gograde.scoring.record import AssignmentRef, HandedIn, ScoreRecord, TestScore, Visibility, whole_text
from gograde.scoring.sighting import Sighting
from gograde.scoring.verdict import Verdict
from tests.golden import agrees

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


def test_all_right(scored: Callable[..., ScoreRecord]) -> None:
    record = scored(RIGHT)
    assert (record.verdict, record.official, record.message) == (A, "pass", "")
    assert (record.score, record.max_score, record.pending) == (6, 6, 0)
    assert [(g.name, g.score, g.max_score) for g in record.groups] == [("sample", 0, 0), ("word", 6, 6)]
    assert [(t.name, t.points, t.visibility.value) for t in record.tests] == [
        ("sample-01/word", 0, "visible"),
        ("01/word", 3, "after_published"),
        ("02/word", 3, "after_published"),
    ]
    assert [run.visibility.value for run in record.runs] == ["visible", "after_published", "after_published"]


NS, CE, JE, RTE, SK = Verdict.NS, Verdict.CE, Verdict.JE, Verdict.RTE, Verdict.SK
CRASH = "run-time error; runs that did not end well: 01"
RESULTS: dict[str, tuple[list[tuple[Verdict, bytes]], dict[str, Any], tuple[Any, ...], list[Verdict]]] = {
    "partial credit beside all or nothing": (
        *([*RIGHT[:2], (A, b"wrong")], {}, (W, "fail", 3, 0, ""), [A, A, W]),
    ),
    "a crash keeps what was answered": (
        *([RIGHT[0], (RTE, b"one"), RIGHT[2]], {}, (RTE, "fail", 6, 0, CRASH), [A, A, A]),
    ),
    "nothing handed in": (
        [],
        {"verdict": NS, "message": "why"},
        (NS, "not-submitted", 0, 0, "why"),
        [NS] * 3,
    ),
    "not compiled": ([], {"verdict": CE, "message": "why"}, (CE, "fail", 0, 0, "why"), [CE] * 3),
    "a judge error is no zero": (
        [],
        {"verdict": JE, "message": "ours"},
        (JE, "error", 0, 6, "ours"),
        [JE] * 3,
    ),
    "a batch that was not run": (RIGHT[:2], {}, (SK, "fail", 3, 0, ""), [A, A, SK]),
}


@pytest.mark.parametrize(("runs", "changes", "result", "tests"), RESULTS.values(), ids=RESULTS)
def test_the_result_of_a_submission(scored, runs, changes, result, tests) -> None:
    record = scored(runs, **changes)
    assert (record.verdict, record.official, record.score, record.pending, record.message) == result
    assert ([test.verdict for test in record.tests], record.max_score) == (tests, 6)
    assert all((test.points is None) is (test.verdict is JE) for test in record.tests)


@pytest.mark.parametrize("verdict", [Verdict.TLE, Verdict.MLE, Verdict.OLE])
def test_a_run_ended_by_a_limit_is_worth_nothing_and_what_it_printed_is_left_out(scored, verdict) -> None:
    record = scored([(A, b"sample"), (verdict, b"one"), (A, b"two")])
    assert (record.verdict, record.official, record.score, record.max_score) == (verdict, "fail", 3, 6)
    assert [run.stdout for run in record.runs] == ["sample", "", "two"]


def test_a_scorer_that_raises_is_our_fault(scored, capsys) -> None:
    record = scored([(A, b"sample"), (A, b"boom"), (A, b"two")])
    assert [test.verdict for test in record.tests] == [A, Verdict.JE, A]
    assert (record.verdict, record.score, record.max_score, record.pending) == (Verdict.JE, 3, 6, 3)
    assert record.official == "error"
    assert "a bug of the scorer" in capsys.readouterr().err


def test_what_failed_stays_failed_beside_a_fault_of_ours(scored, capsys) -> None:
    """Else a judge error would turn an official fail into a pending one."""
    for runs in (
        [(A, b"sample"), (A, b"wrong"), (A, b"boom")],
        [(A, b"sample"), (Verdict.RTE, b"one"), (A, b"boom")],
    ):
        record = scored([*runs, (A, b"two")])
        assert (record.verdict, record.official) == (Verdict.JE, "fail")


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


def test_what_the_sandbox_caught_is_flagged_and_still_scored(scored, done) -> None:
    caught = BatchRun("01", A, "", replace(done, stdout=b"one", violations=("a socket", "a mount")))
    built = Building(("a file",), said="/x: no\nended")
    for runs, building, told in (
        (caught, NO_BUILDING, ["a mount; a socket"]),
        (
            BatchRun("01", A, "", replace(done, stdout=b"one")),
            built,
            ["while it was built: a file", "/x: no / ended"],
        ),
        (caught, built, ["while it was built: a file; a mount; a socket", "/x: no / ended"]),
    ):
        record = scored([], batches=(runs,), building=building)
        assert (record.verdict, record.official, record.score) == (Verdict.SV, "fail", 3)
        assert [(flag.id, flag.severity, flag.evidence) for flag in record.flags] == list(
            zip(("forbidden", "compiler"), ("serious", "info"), told, strict=False)
        )


def test_calls_that_the_sandbox_does_not_know_are_told_and_are_no_violation(scored, done) -> None:
    newer = BatchRun("01", A, "", replace(done, stdout=b"one", unlisted=("470", "468")))
    record = scored([], batches=(newer, replace(newer, batch="02")))
    assert record.verdict != Verdict.SV
    assert [(f.id, f.severity, f.evidence) for f in record.flags] == [("unlisted-calls", "info", "468, 470")]


@pytest.mark.parametrize(
    ("left_out", "flags"),
    [
        ({"b": "a link", "a": "an old answer"}, [("left-out", "a (an old answer), b (a link)")]),
        (
            {"b.py": "not started", "c": "a link", "a.py": "not started"},
            [("left-out", "c (a link)"), ("not-started", "a.py, b.py")],
        ),
        (
            {"a.py": OLD_NUMPY},
            [("old-numpy", "a.py: names that numpy 2 no longer has work here, but not with numpy 2 alone")],
        ),
    ],
    ids=["files", "programs", "names of an older numpy"],
)
def test_what_was_left_out_is_told(scored, left_out, flags) -> None:
    record = scored(RIGHT, left_out=left_out)
    assert [(f.id, f.severity, f.evidence) for f in record.flags] == [(a, "info", b) for a, b in flags]


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


def test_extra_points_and_samples_have_no_part_in_the_official_result(scored) -> None:
    answered = [(A, b"sample"), (A, b"one"), (A, b"wrong")]
    assert scored(answered).official == "fail"
    record = scored(answered, extra="word")
    assert (record.verdict, record.official, record.score) == (W, "none", 3), "nothing is left to decide"
    for sample in ((A, b"wrong"), (Verdict.RTE, b"")):
        record = scored([sample, (A, b"one"), (A, b"two")])
        assert (record.official, record.score) == ("pass", 6)
        assert scored([sample, *RIGHT[1:]], official="with-samples").official == "fail"
    assert scored(answered, official="none").official == "none"
