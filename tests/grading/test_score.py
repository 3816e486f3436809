"""From facts to a score record."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from gograde.codec import of_json, of_value, replace, to_json
from gograde.core.assignment import ExampleFact
from gograde.core.record import (
    AssignmentRef,
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
from gograde.grading.facts import BatchRun, RunRecord
from gograde.grading.run import AROUND, LARGEST, source_lines
from gograde.grading.score import Scorer
from gograde.intake.entry import NO_BUILDING, Building
from gograde.intake.jobs import verdict_of, with_packages
from gograde.intake.read import OLD_NUMPY
from gograde.listing import for_log
from gograde.sandbox.protocol import Ended, Limits, RunResult
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
    for said, file in [
        ('  File "pkg/score.py", line 6\n    def main()\n', "pkg/score.py"),
        ('it said: File \\"pkg/score.py\\", line 6, in <module>', "pkg/score.py"),
        ("score.c:6:13: error: 'letter' undeclared", "score.c"),
        ("score.c:6: undefined reference", "score.c"),
        ("\tat Score.main(Score.java:6)", "Score.java"),
        ("src/score.cs(6,38): error CS0103: The name `frob' does not exist", "src/score.cs"),
        ("Died at score.pl line 6.", "score.pl"),
        ("Fatal error: Uncaught Error: frob in score.php on line 6", "score.php"),
        ("score.sh: line 6: frob: command not found", "score.sh"),
    ]:
        assert [(one.file, one.marked) for one in source_lines(said, {file: TWENTY})] == [(file, (6,))]


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
