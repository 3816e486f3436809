"""What a student may see of a record: nothing that a hidden run or test could carry a board out by."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gograde.report.exports.checks
from gograde.classroom.roster import Student
from gograde.codec import field_names, replace
from gograde.core.record import (
    Cause,
    ClassChange,
    Flag,
    PictureReading,
    RunScore,
    RunUsage,
    ScoreRecord,
    SourceLength,
    SourceLines,
    TestScore,
    Visibility,
)
from gograde.core.verdict import Verdict
from gograde.errors import ExitCode
from gograde.grading.marks.gradebook import AssignmentInfo
from gograde.report.exports.checks import FORMATS, SubmissionPath, gradescope_json, workflow_commands
from gograde.report.feedback import texts_csv
from gograde.report.pages.renderer import Pages
from gograde.report.redact import OPEN, HiddenTest, StudentRecord, for_student, opened
from gograde.report.results import Result
from gograde.report.terminal.check_text import check_parts
from gograde.report.terminal.rich_text import to_text
from gograde.report.words.failures import exit_code
from tests.report.conftest import RIGHT, entry_of, record
from tests.report.conftest import tests_of as answering
from tests.report.played import WON, alone

SECRET = "SECRET"
H, LATER = Visibility.HIDDEN, Visibility.AFTER_PUBLISHED
OPEN_VERDICTS = (Verdict.JE, Verdict.RV, Verdict.SK)
HW, FOLDER = SubmissionPath("hw", folder=True), Path("hw")
BASE = record("eve", answering([[1, 3], [4, 4]]))
SEEN = tuple(test for test in BASE.tests if test.visibility is Visibility.VISIBLE)

verdicts = st.sampled_from([verdict for verdict in Verdict if verdict is not Verdict.NS])
undecided = verdicts.filter(OPEN_VERDICTS.__contains__)
decided = verdicts.filter(lambda one: one not in OPEN_VERDICTS)
texts = st.sampled_from(["", SECRET, "run-time error", "exit code 1: ValueError: 5"])
seconds = st.floats(0, 100)


CLOSED = {
    "batch": texts, "question": texts, "call": texts, "message": texts, "remarks": st.tuples(texts),
    "answer": st.sampled_from(["text", "picture"]), "features": st.tuples(texts), "board": st.tuples(texts),
    "cause": st.builds(Cause, message=texts, expected=texts, actual=texts, help=texts),
    "readings": st.tuples(st.builds(PictureReading, picture=texts, outcome=st.just("review"), reason=texts)),
    "games": st.sampled_from([(), (WON,), (WON, WON)]),
}  # fmt: skip
"""Anything that a hidden test may be, but for its verdict, which its points must fit."""


@st.composite
def hidden_tests(draw: st.DrawFn) -> tuple[TestScore, ...]:
    """The hidden tests of `BASE` with all drawn that its student may not see: a new field is wanted here."""
    seen = {"verdict", *field_names(HiddenTest)}
    assert {*CLOSED} == {*field_names(TestScore)} - seen
    return tuple(
        replace(
            test,
            verdict=draw(undecided if test.points is None else decided),
            **{name: draw(drawn) for name, drawn in CLOSED.items()},
        )
        for test in BASE.tests
        if test.visibility is H
    )


@st.composite
def hidden_runs(draw: st.DrawFn) -> tuple[RunScore, ...]:
    return tuple(
        RunScore(
            batch=f"{number:02d}", visibility=draw(st.sampled_from([H, LATER])), verdict=draw(verdicts),
            message=draw(texts), stdout=draw(texts), stderr=draw(texts),
            source=(SourceLines("board9.py", 3, (SECRET,), (3,)),),
        )
        for number in range(draw(st.integers(0, 3)))
    )  # fmt: skip


@st.composite
def records(draw: st.DrawFn) -> ScoreRecord:
    """`BASE` with anything in the place of what came of its hidden runs and tests."""
    runs = draw(hidden_runs())
    usage = tuple(
        RunUsage(batch=run.batch, cpu_s=draw(seconds), wall_s=draw(seconds), max_rss_kib=9, output_bytes=9,
              exit_code=draw(st.integers(0, 255)), signal=None, killed_for=None, violations=(SECRET,))
        for run in runs
    )  # fmt: skip
    groups = tuple(
        group if group.name == "sample" else replace(group, verdict=draw(verdicts)) for group in BASE.groups
    )
    flags = (Flag(id="forbidden", severity="serious", evidence=draw(texts)),) * draw(st.integers(0, 1))
    update = {
        "tests": SEEN + draw(hidden_tests()), "runs": (*BASE.runs[:1], *runs), "groups": groups,
        "usage": BASE.usage[:1] + usage, "flags": flags, "verdict": draw(verdicts), "message": draw(texts),
        "official": draw(st.sampled_from(["pass", "fail", "pending"])),
    }  # fmt: skip
    return replace(BASE, **update)


def shown(made: ScoreRecord) -> dict[str, str]:
    """Whatever is shown to the student, by its form."""
    seen = for_student(made)
    entry = replace(entry_of(made), official="fail", badge=Verdict.WA)
    result = Result(Student(id="eve"), AssignmentInfo(id="board9"), entry, made)
    return {
        **{name: FORMATS[name](seen, FOLDER) for name in FORMATS if name != "junit"},
        "junit": without_moment(FORMATS["junit"](seen, FOLDER)),
        "github": workflow_commands(seen, HW),
        "text": to_text(check_parts(seen)),
        "exit code": str(exit_code(seen)),
        "page": Pages(Path("blobs")).student(alone(result), result.student).text,
        "mail": texts_csv(alone(result), with_total=True).decode(),
    }


def without_moment(text: str) -> str:
    head, _, tail = text.partition(' timestamp="')
    return head + tail.partition('"')[2]


WHOLE = shown(BASE)


@given(records())
def test_what_becomes_of_hidden_runs_and_tests_changes_no_byte(made: ScoreRecord) -> None:
    assert shown(made) == WHOLE


def test_points_alone_tell_of_a_hidden_test() -> None:
    better = record("eve", answering(RIGHT))
    assert for_student(better).score == for_student(BASE).score + 2
    assert for_student(better).hidden_tests[1] == HiddenTest(
        name="01/3", group="capture", visibility=H, points=2, max_points=2
    )


def test_no_writer_of_a_check_knows_the_full_record() -> None:
    """Their parameter is the type that only `for_student` makes, and mypy refuses the other."""
    report = Path(gograde.report.exports.checks.__file__).parent.parent
    names = ("exports/checks.py", "words/failures.py", "terminal/check_text.py")
    writers = [report / name for name in names]
    assert not [path.name for path in writers if "ScoreRecord" in path.read_text()]
    hidden = {"name", "group", "visibility", "points", "max_points"}
    assert set(field_names(HiddenTest)) == hidden
    assert not {"usage", "flags", "official"} & set(field_names(StudentRecord))


# -- what is released -----------------------------------------------------------------------


def test_a_field_of_what_is_open_is_closed_until_it_is_named() -> None:
    reading = PictureReading(
        picture="test_3.png", outcome="rejected", reason="another board", lattice=(1, 3, 2, 3)
    )
    assert opened((replace(reading, scores={"margin": 0.9}),)) == (reading,)
    closed = {kind: {*field_names(kind)} - {*names.split()} for kind, names in OPEN.items()}
    assert {kind: names for kind, names in closed.items() if names} == {
        PictureReading: {"scores"}, ClassChange: {"by", "at"},
    }  # fmt: skip


def test_where_all_is_open_the_whole_is_that_of_the_record() -> None:
    everything = frozenset(Visibility)
    for verdict in (Verdict.RTE, Verdict.AC):
        runs = tuple(replace(run, verdict=verdict) for run in BASE.runs)
        message = "run-time error; runs that did not end well: sample-01, 01" * (verdict is Verdict.RTE)
        made = replace(BASE, runs=runs, verdict=Verdict.RTE if message else Verdict.WA)
        seen = for_student(made, everything)
        assert (seen.verdict, seen.message, seen.tests, seen.runs) == (
            made.verdict, message, made.tests, runs,
        )  # fmt: skip
        assert (seen.score, seen.max_score, seen.pending) == (BASE.score, BASE.max_score, BASE.pending)
        assert seen.hidden_tests == ()


def test_seconds_are_those_of_runs_that_are_always_open_and_a_fault_has_no_points() -> None:
    assert list(for_student(BASE, frozenset(Visibility)).wall_s) == ["sample-01"]
    faulty = tuple(replace(test, verdict=Verdict.JE) for test in BASE.tests)
    assert {test.points for test in for_student(replace(BASE, tests=faulty)).hidden_tests} == {None}


def test_what_the_sandbox_caught_in_the_open_is_said() -> None:
    caught = replace(BASE.usage[0], violations=("socket(AF_INET)",))
    made = replace(BASE, usage=(caught, BASE.usage[1]), verdict=Verdict.SV)
    seen = for_student(made)
    assert (seen.verdict, seen.message.rpartition(": ")[2]) == (Verdict.SV, "socket(AF_INET)")


def test_what_was_wrong_with_the_file_is_said() -> None:
    broken = record("eve", (), verdict=Verdict.CE, message="eve.zip: no zip archive", runs=())
    assert (for_student(broken).message, for_student(broken).verdict) == (broken.message, Verdict.CE)


def test_a_group_without_a_test_is_not_called_right() -> None:
    empty = replace(BASE.groups[0], name="legal", verdict=Verdict.AC)
    more = replace(BASE, groups=(*BASE.groups, empty))
    assert [group.name for group in for_student(more).groups] == ["sample", "rule", "capture", "picture"]


def test_a_short_program_is_ranked_by_what_is_open_and_by_points() -> None:
    golf = replace(BASE.submission, source=SourceLength(characters=289, bytes=300))
    right = tuple(test for test in answering(RIGHT) if test.verdict is Verdict.AC)
    for tests, ranked in ((right, True), ((*right[:3], replace(right[3], points=1)), False)):
        made = record("eve", tests, submission=golf, official="fail")
        rows = json.loads(gradescope_json(for_student(made)))["leaderboard"]
        assert rows == [{"name": "characters", "value": 289, "order": "asc"}] * ranked


# -- whether a check passes -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "code"),
    [
        ("AC", ExitCode.DONE), ("AC SK", ExitCode.DONE), ("AC RV", ExitCode.DONE), ("AC NS", ExitCode.DONE),
        ("AC WA", ExitCode.FINDINGS), ("SK TLE", ExitCode.FINDINGS), ("NS", ExitCode.FINDINGS),
        ("AC JE", ExitCode.JUDGE_ERROR), ("SK", ExitCode.JUDGE_ERROR), ("RV", ExitCode.JUDGE_ERROR),
        ("", ExitCode.JUDGE_ERROR),
    ],
)  # fmt: skip
def test_every_format_agrees_with_the_exit_code(make_seen: Callable[..., Any], words: str, code: int) -> None:
    """Skips, pictures that wait and what was left out blame nobody; nothing graded is no success."""
    tests = [
        replace(
            SEEN[0], name=f"s/{n}", verdict=Verdict(word), points=None if word in ("JE", "RV", "SK") else 0
        )
        for n, word in enumerate(words.split())
    ]
    verdict = Verdict(min(words.split(), default="AC", key=lambda word: word == "NS"))
    seen = make_seen("eve", tests, verdict=verdict)
    assert exit_code(seen) is code
    passes = code is ExitCode.DONE
    junit = FORMATS["junit"](seen, FOLDER)
    assert ("<failure" not in junit and "<error" not in junit) is passes
    assert ("::error" not in workflow_commands(seen, HW)) is passes
    assert ('"major"' not in FORMATS["gitlab"](seen, FOLDER)) is passes


def test_a_run_that_breaks_down_after_the_last_answer_fails_a_check(make_seen: Callable[..., Any]) -> None:
    seen = make_seen("eve", SEEN)
    broken = replace(seen.runs[0], verdict=Verdict.RTE, message="exit code 1")
    seen = replace(seen, runs=(broken,), verdict=Verdict.RTE)
    assert exit_code(seen) is ExitCode.FINDINGS
    assert '<testcase name="the whole submission"' in FORMATS["junit"](seen, FOLDER)
