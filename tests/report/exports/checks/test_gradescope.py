"""A score record as Gradescope's results: points, what is not decided, lateness, leaderboard."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from gograde.codec import replace
from gograde.report.exports.checks.gradescope import failed_json, results_json
from gograde.report.passing import formative, is_formative
from gograde.report.redact import StudentRecord
from gograde.scoring.record import GameScore, RunScore, TestScore, Visibility
from gograde.scoring.verdict import Verdict

Make = Callable[..., StudentRecord]
ORIENTATION = "Public cases carry no marks: each of the 5 tests counts 1 point, for orientation."


def told(*asked: Any) -> Any:
    return json.loads(results_json(*asked))


def test_public_cases_get_a_point_each(public: StudentRecord) -> None:
    without = replace(public, tests=public.tests[:4])
    results = told(without)
    assert (results["score"], [test["max_score"] for test in results["tests"]]) == (3, [1, 1, 1, 1])
    assert results["output"].splitlines() == [
        "3 of 4 public tests passed.",
        ORIENTATION.replace("5 tests", "4 tests"),
    ]


def test_a_check_without_marks_says_what_is_certain(public: StudentRecord) -> None:
    """It is no mark, so that a picture that a person must look at does not take the rest away."""
    assert (results := told(public))["score"] == 3
    assert results["output"].splitlines()[1:] == [ORIENTATION, "Points: at least 3, at most 4 of 5."]
    assert ["score" in test for test in results["tests"]] == [True, True, True, True, False]


def test_a_fault_of_ours_gives_no_score_at_all(public: StudentRecord) -> None:
    one, *others = public.tests
    tests = (replace(one, verdict=Verdict.JE, points=None), *others)
    results = told(replace(public, tests=tests))
    assert "score" not in results
    assert not [test for test in results["tests"] if "score" in test]
    assert "1 test not judged for a fault of the grader (judge error)" in results["output"]


def test_points_of_a_package_are_kept(make_seen: Make, all_tests: Sequence[TestScore]) -> None:
    record = make_seen("bob", all_tests[:4])
    assert not is_formative(record)
    assert formative(record) is record
    assert told(record)["score"] == 4


def test_a_scale_keeps_partial_points_away(public: StudentRecord) -> None:
    """What is not right gets nothing, what is not decided stays open; the groups add up."""
    scaled = formative(public)
    assert (scaled.score, scaled.pending, scaled.max_score) == (3, 1, 5)
    assert [test.points for test in scaled.tests] == [1, 1, 1, 0, None]
    assert sum(group.max_score for group in scaled.groups) == 5
    assert not is_formative(replace(public, tests=()))


def test_lateness_takes_points_and_never_more_than_there_are(
    make_seen: Make, all_tests: Sequence[TestScore]
) -> None:
    record = make_seen("bob", all_tests[:4])
    late = told(record, 1.5, ["Late: 1 day late"])
    assert (late["score"], late["output"].splitlines()[-1]) == (2.5, "Late: 1 day late")
    assert told(record, 100)["score"] == 0


def test_a_crash_in_the_open_is_told_with_its_errors(public: StudentRecord) -> None:
    run = RunScore(
        batch="01", visibility=Visibility.VISIBLE, verdict=Verdict.RTE, message="exit code 1",
        stderr="Traceback\n  ValueError\n", stdout="\n",
    )  # fmt: skip
    results = told(replace(public, runs=(run,)))
    assert "Run 01: exit code 1\nTraceback\n  ValueError" in results["output"]


def game(*, won: bool, counted: bool = True) -> GameScore:
    return GameScore(
        opponent="random", colour="black", won=won, ended="points", reason="", ply=9, moves=(), board=(),
        counted=counted,
    )  # fmt: skip


def test_games_are_ranked_by_those_won(public: StudentRecord) -> None:
    games = (game(won=True), game(won=False), game(won=False), game(won=True, counted=False))
    tests = (replace(public.tests[0], games=games),)
    record = replace(public, tests=tests)
    assert told(record)["leaderboard"] == [{"name": "games won, %", "value": 33.3, "order": "desc"}]
    ours = replace(tests[0], verdict=Verdict.JE)
    assert told(replace(record, tests=(ours,)))["leaderboard"] == []


def test_a_grader_that_failed_says_so() -> None:
    value = json.loads(failed_json())
    assert value["output"].startswith("The grader failed, not your program (judge error): ")
    assert (value["tests"], "score" in value) == ([], False)
