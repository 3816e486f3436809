"""The last lines of `gograde run`, and its exit codes."""

from dataclasses import replace

from gograde.cli.grade import exit_code
from gograde.errors import ExitCode
from gograde.grading.marks.gradebook_model import Correction
from gograde.report.terminal.run_summary import summary_lines
from gograde.scoring.verdict import Verdict
from gograde.workflow.grade_class import Summary, tally_of
from tests.report.conftest import entry_of, record, undone

WELL = Summary(3, 5, (tally_of("board9", []), tally_of("little-go", [])), (), None)


def test_games_of_a_league_that_failed_are_told_and_the_command_ends_as_for_a_judge_error() -> None:
    failed = replace(WELL, tallies=(*WELL.tallies[:1], tally_of("little-go", [], 4)))
    assert [line for line in summary_lines(failed) if line not in summary_lines(WELL)] == [
        "little-go: 4 games of the league failed, our fault.",
        "Fix: see work/logs/play in the class, then gograde run again: it plays them.",
    ]
    assert exit_code(failed) == ExitCode.JUDGE_ERROR
    assert exit_code(WELL) == ExitCode.DONE


def test_a_fault_that_comes_again_is_put_before_a_person() -> None:
    twice = replace(WELL.tallies[0], twice=("alice",), judge_errors=("alice", "bob"))
    tallies = (replace(twice, verdicts={"JE": 2, "AC": others, "NS": 4}) for others in (0, 1))
    assert [summary_lines(replace(WELL, tallies=(one,)))[2] for one in tallies] == [
        "board9: the grader failed with all submissions: none of them causes it.",
        "board9: the same judge error twice for alice: caused by the submission?",
    ]


def test_results_that_students_do_not_see_yet_and_what_a_person_must_look_at_are_told() -> None:
    told = [
        line
        for line in summary_lines(replace(WELL, published=2, newer=1, doubts=1, standing=2))
        if line not in summary_lines(WELL)
    ]
    assert told == [
        "2 kept results stand: the grader failed with these submissions now, and not before.",
        "1 correction in doubt: gograde review names them.",
        "1 result is newer than gradebook 2, which students see.",
        "gograde publish shows students the new ones.",
    ]
    assert exit_code(replace(WELL, newer=1)) == ExitCode.DONE


def test_what_a_person_decided_waits_no_more() -> None:
    made = [record(name, undone(Verdict.RV, None)) for name in ("alice", "bob")]
    first = made[0].tests[0].name
    waits = tally_of("board9", [*map(entry_of, made)])
    assert (waits.waiting, waits.points, waits.passed) == (4, 6, 0)
    decided = [entry_of(made[0], Correction(test=first, points=1)), entry_of(made[1], Correction(points=3))]
    left = tally_of("board9", decided)
    assert (left.waiting, left.points, left.passed) == (1, 2, 1)
    assert "board9: 1 test waits for a person (2 points): gograde review asks." in summary_lines(
        replace(WELL, tallies=(left,))
    )
