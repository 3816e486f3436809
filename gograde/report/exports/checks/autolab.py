"""A score record as an autograder of Autolab prints it: feedback, and the scores as JSON in the last line."""

from __future__ import annotations

from gograde.errors import ExitCode
from gograde.report.exports.checks.leaderboard import leaderboard
from gograde.report.exports.checks.plain import plain_text
from gograde.report.passing import exit_code, formative
from gograde.report.redact import StudentRecord
from gograde.report.words.escape import json_text


def autolab_text(record: StudentRecord) -> str:
    """Feedback and the line of scores: the points of each group, under its name.

    A group that is not decided is left out, and so is the whole line when nothing was graded: Autolab then
    gives no score.
    """
    feedback = f"{plain_text(record)}\n"
    if exit_code(record) is ExitCode.JUDGE_ERROR:
        return feedback
    scaled = formative(record)
    scores = {group.name: group.score for group in scaled.groups if not group.pending}
    board = [scaled.score, *(row["value"] for row in leaderboard(record))] if not scaled.pending else []
    line = {"scores": scores, **({"scoreboard": board} if board else {})}
    return feedback + json_text(line, indent=None) + "\n"
