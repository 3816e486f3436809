"""The parts of a record that a student may see."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import TypeAdapter

from gograde.report.redact import for_student
from gograde.scoring.record import (
    Cause,
    Flag,
    Reading,
    RunScore,
    ScoreRecord,
    SourceLines,
    TestScore,
    Usage,
    Visibility,
)
from gograde.scoring.verdict import Verdict

SECRET = "SECRET"


@pytest.fixture
def secretive(make_record) -> ScoreRecord:
    """A record with a secret in every field that could hold one."""

    def test(name: str, visibility: Visibility) -> TestScore:
        return TestScore(
            name=name, group="rule", batch="01", verdict=Verdict.WA, points=0, max_points=1,
            visibility=visibility, message=SECRET, remarks=(SECRET,), board=(SECRET,), features=(SECRET,),
            cause=Cause(message=SECRET, expected=SECRET, actual=SECRET, help=SECRET),
        )  # fmt: skip

    tests = (test("01/0", Visibility.HIDDEN), test("01/1", Visibility.AFTER_DUE_DATE))
    run = RunScore(
        batch="01",
        visibility=Visibility.HIDDEN,
        verdict=Verdict.RTE,
        message=SECRET,
        stdout=SECRET,
        stderr=SECRET,
        source=(SourceLines(SECRET, 1, (SECRET,), (1,)),),
    )
    usage = Usage(batch="01", cpu_s=1, wall_s=1, max_rss_kib=1, output_bytes=1, exit_code=83, signal=None,
                  killed_for=None, violations=(SECRET,))  # fmt: skip
    flags = (Flag(id="forbidden", severity="serious", evidence=SECRET),)
    return make_record("eve", tests, message=SECRET, runs=(run,), usage=(usage,), flags=flags,
                       source=run.source)  # fmt: skip


def test_hidden_tests_keep_their_verdict_and_points_only(secretive: ScoreRecord) -> None:
    shown = for_student(secretive)
    assert TypeAdapter(TestScore).dump_python(shown.tests[0], exclude_defaults=True, mode="json") == {
        "name": "01/0", "group": "rule", "batch": "01", "verdict": "WA", "points": 0, "max_points": 1,
        "visibility": "hidden",
    }  # fmt: skip
    assert shown.runs == (RunScore(batch="01", visibility=Visibility.HIDDEN, verdict=Verdict.RTE),)
    assert SECRET not in shown.model_dump_json()


def test_an_exit_code_could_carry_a_board_out(secretive: ScoreRecord) -> None:
    assert for_student(secretive).usage == ()


def test_a_released_test_is_whole(secretive: ScoreRecord) -> None:
    shown = for_student(secretive, frozenset({Visibility.AFTER_DUE_DATE}))
    assert shown.tests[1] == secretive.tests[1]
    assert shown.tests[0].message == ""


@pytest.mark.parametrize(
    "visibility", [Visibility.VISIBLE, Visibility.AFTER_DUE_DATE, Visibility.AFTER_PUBLISHED]
)
def test_how_surely_a_picture_was_read_is_for_staff(make_record, visibility: Visibility) -> None:
    reading = Reading(
        picture="test_3.png", outcome="rejected", reason="the picture shows the board before the moves",
        rival="the board before the moves", board=("X.", ".O"), lattice=(1, 2, 3, 0, 0, 3),
        scores={"margin": 0.9, "lattice": 1.0},
    )  # fmt: skip
    test = TestScore(name="01/3 picture", group="picture", batch="01", answer="picture", verdict=Verdict.WA,
                     points=0, max_points=1, visibility=visibility, readings=(reading,))  # fmt: skip
    shown = for_student(make_record("eve", (test,)), frozenset({visibility})).tests[0]
    assert shown == replace(test, readings=(replace(reading, scores={}),))


def test_marks_are_the_same_for_both(secretive: ScoreRecord) -> None:
    shown = for_student(secretive)
    assert (shown.score, shown.max_score, shown.pending) == (0, 2, 0)
    assert (shown.verdict, shown.official) == (Verdict.WA, "fail")
    assert shown.submission == secretive.submission


def test_what_was_wrong_with_the_file_is_said(make_record) -> None:
    broken = make_record("eve", (), verdict=Verdict.CE, message="eve.zip: no zip archive")
    assert for_student(broken).message == "eve.zip: no zip archive"


def test_projecting_twice_changes_nothing(secretive: ScoreRecord) -> None:
    once = for_student(secretive)
    assert for_student(once) == once


def test_a_group_without_a_test_is_not_called_right(make_record, all_tests) -> None:
    record = make_record("eve", all_tests)
    empty = record.groups[0].model_copy(update={"name": "legal", "verdict": Verdict.AC})
    more = record.model_copy(update={"groups": (*record.groups, empty)})
    assert [group.name for group in for_student(more).groups] == ["sample", "rule", "capture", "picture"]
