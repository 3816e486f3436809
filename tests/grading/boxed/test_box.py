"""Scoring in the sandbox: bytes that take the scorer over cost their own run, and never help it."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from gograde.core.assignment import ExampleFact, Facts, PictureFact
from gograde.core.sighting import sighting_of
from gograde.core.verdict import Verdict
from gograde.errors import JudgeError
from gograde.grading.boxed import box
from gograde.grading.boxed.box import Boxed, InPlace, Tests
from gograde.grading.boxed.sheet import Code, Sheet, of_parcel, to_parcel
from gograde.sandbox.protocol import MIB, Job, RunResult
from tests.grading.boxed.conftest import CODE, CONFIG, GRADER, sheet
from tests.intake.test_read import Kept

Told = Callable[[Sequence[Tests]], list[Any]]

RIGHT = (Verdict.AC, 3, "")
UNREADABLE = (Verdict.WA, 0, "its answers cannot be read")


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LIMITS", "ALONE"):
        monkeypatch.setattr(box, name, replace(box.LIMITS, cpu_s=1, memory_bytes=192 * MIB))


def test_what_is_asked_comes_through_the_parcel() -> None:
    picture = PictureFact("a\udcff.png", png=b"pixels", kind="window", title="title", order=2)
    seen = sighting_of(f"{'0' * 64} board=.X/O. lattice=2x2,30,40,30.5,40 points=.0,0;X0,1")
    facts = Facts(
        Verdict.RTE, "why", b"o", b"e", {"a": b"1"}, {"b": "FIFO"}, (picture,), {"c": "cut off"},
        (ExampleFact(b"pixels", seen),),
    )  # fmt: skip
    asked = [sheet("01"), replace(sheet("02"), facts=facts)]
    code, assignment, sheets, _ = of_parcel(to_parcel(CODE, CODE.assignment(), asked, whole=True))
    assert (code, sheets) == (CODE, asked)
    assert assignment.id == "taken"


def test_one_job_scores_all_runs(boxed: Boxed, told: Told) -> None:
    counting = Kept(boxed.backend)
    found = replace(boxed, backend=counting)([sheet("01"), sheet("02", b"no"), sheet("03", b"")])
    assert told(found) == [RIGHT, (Verdict.WA, 0, found[1][0].message), (Verdict.NO, 0, "no answer")]
    assert found[1][0].cause is not None and found[1][0].cause.actual == "no"
    assert len(counting.jobs) == 1


HEAVY = b"""
import sys, gograde.assignments.board9.score, gograde.assignments.tromp_taylor.mistakes
heavy = {"yaml", "importlib.metadata", "zipfile", "numpy"} & sys.modules.keys()
assert not heavy, heavy
"""


def test_the_job_loads_nothing_that_scoring_does_not_need(boxed: Boxed, told: Told) -> None:
    """It starts anew for every submission."""
    assert told(boxed([sheet("01", taking_over=HEAVY)])) == [RIGHT]


def test_the_scores_are_those_of_the_scorer_itself(boxed: Boxed) -> None:
    sheets = [
        sheet("01"),
        sheet("02", b"\xff"),
        replace(sheet("03"), facts=Facts(Verdict.TLE, "x", b"o", b"")),
    ]
    assert boxed(sheets) == InPlace(CODE, CODE.assignment())(sheets)


def test_a_run_that_left_nothing_needs_no_job(told: Told) -> None:
    skipped = replace(sheet("01"), facts=Facts(Verdict.SK, "skipped", b"", b""))
    assert told(Boxed(CODE, CODE.assignment(), Kept(None))([skipped])) == [(Verdict.SK, 0, "skipped")]


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        (b"while True: pass", "reading it used more than 1 s of CPU time"),
        (b"x = [b'1' * 2**20 * n for n in range(99)]", "reading it used more than 192 MiB of memory"),
        (b"import os, signal; os.kill(os.getpid(), signal.SIGSEGV)", "reading it was ended by SIGSEGV"),
        (b"import os; os._exit(0)", "reading it gave no answer"),
        (b"raise RecursionError", "reading it ended with RecursionError"),
    ],
)
def test_bytes_that_kill_the_scorer_cost_their_own_run(boxed, told, script, reason) -> None:
    found = boxed([sheet("01"), sheet("02", taking_over=script), sheet("03")])
    if script.startswith(b"x =") and boxed.backend.name == "none":
        reason = found[1][0].message  # without a sandbox the kernel's own limit may end it
    assert told(found) == [RIGHT, (Verdict.WA, 0, reason), RIGHT]


FORGERY = b"""
import os
from gograde.codec import to_value
from gograde.sandbox.reader.parcel import packed
test = {**to_value(tests[0]), **CHANGES}
with open("answer", "wb") as file:
    file.write(packed([{"tests": [test]}], []))
os._exit(0)
"""


def test_points_that_no_program_can_have_are_refused(boxed: Boxed, told: Told) -> None:
    forged = FORGERY.replace(b"CHANGES", b'{"points": 99.0}')
    assert told(boxed([sheet("01", b"no", forged), sheet("02")])) == [UNREADABLE, RIGHT]


def test_an_exception_of_the_scorer_is_our_fault(boxed, told, capsys) -> None:
    bug = b"raise KeyError('a bug\\x1b[31m of the scorer')"
    found = boxed([sheet("01", taking_over=bug), sheet("02")])
    assert told(found) == [(Verdict.JE, None, "the scorer failed (KeyError)"), RIGHT]
    logged = capsys.readouterr().err
    assert "a bug" in logged and "\x1b" not in logged


def test_code_that_cannot_be_loaded_there_is_our_fault(backend, told, capsys) -> None:
    here = CODE.assignment()
    broken = Code(CONFIG.marking, {"grader/__init__.py": GRADER.replace(b"ASSIGNMENT =", b"OTHER =")})
    found = Boxed(broken, here, backend)([sheet("01")])
    assert told(found) == [(Verdict.JE, None, "the scorer failed (DataError)")]
    assert "grader/__init__.py has no ASSIGNMENT" in capsys.readouterr().err


def test_a_job_that_cannot_score_an_empty_answer_is_our_fault(boxed, told, monkeypatch, capsys) -> None:
    bad = Code(CONFIG.marking, {"grader/__init__.py": GRADER + b"\nimport os\nos._exit(3)\n"})
    found = replace(boxed, code=bad)([sheet("01"), sheet("02")])
    assert [one[:2] for one in told(found)] == [(Verdict.JE, None)] * 2
    said = "judge error: scorer: it cannot score an empty answer: reading it ended with exit code 3"
    assert said in capsys.readouterr().err


def test_after_three_ended_jobs_no_other_run_is_read(boxed: Boxed, told: Told) -> None:
    counting = Kept(boxed.backend)
    deadly = [sheet(f"0{number}", taking_over=b"import os; os._exit(3)") for number in range(4)]
    found = replace(boxed, backend=counting)([*deadly, sheet("05")])
    assert [one[2] for one in told(found)] == [
        *["reading it ended with exit code 3"] * 3,
        *["not read, since the answers of other runs could not be read"] * 2,
    ]
    assert len(counting.jobs) == 1 + 3 + 1  # all at once, three alone, and the proof that it can score


def test_a_sandbox_that_fails_is_our_fault(told, capsys) -> None:
    class Failing:
        name: str = "failing"

        def run(self, job: Job) -> RunResult:
            raise JudgeError("sandbox failing", "it broke", "mend it")

    found = Boxed(CODE, CODE.assignment(), Failing())([sheet("01")])
    assert [one[:2] for one in told(found)] == [(Verdict.JE, None)]
    assert "judge error: sandbox failing: it broke" in capsys.readouterr().err


def test_only_what_a_program_left_is_no_harmless_sheet() -> None:
    empty = Facts(Verdict.CE, "why", b"", b"")
    left: list[dict[str, Any]] = [
        {"stdout": b"x"}, {"stderr": b"x"}, {"files": {"a": b""}}, {"refused": {"a": "FIFO"}},
        {"unread": {"a.png": "cut off"}}, {"pictures": (PictureFact("a", png=b""),)},
    ]  # fmt: skip
    whole: list[Sheet] = [replace(sheet("01"), facts=replace(empty, **one)) for one in ({}, *left)]
    assert [one.is_harmless for one in whole] == [True] + [False] * 6
