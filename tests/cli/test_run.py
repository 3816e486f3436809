"""The last lines of `gograde run`, and its exit codes."""

from __future__ import annotations

from dataclasses import replace

from gograde.cli.run import exit_code
from gograde.errors import ExitCode
from gograde.report.terminal.run_summary import summary_lines
from gograde.workflow.grade_class import Summary, tally_of

WELL = Summary(3, 5, (tally_of("board9", []), tally_of("little-go", [])), (), None)


def test_games_of_a_league_that_failed_are_told_and_the_command_ends_as_for_a_judge_error() -> None:
    failed = replace(WELL, tallies=(*WELL.tallies[:1], tally_of("little-go", [], 4)))
    told = [line for line in summary_lines(failed) if line not in summary_lines(WELL)]
    assert told == [
        "little-go: 4 games of the league failed, our fault.",
        "Fix: see work/logs/play in the class, then gograde run again: it plays them.",
    ]
    assert exit_code(failed) == ExitCode.JUDGE_ERROR
    assert exit_code(WELL) == ExitCode.DONE
