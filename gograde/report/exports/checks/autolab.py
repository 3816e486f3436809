"""A score record as an autograder of Autolab prints it: feedback, and the scores as JSON in the last line."""

from __future__ import annotations

from gograde.report.exports.checks.leaderboard import leaderboard
from gograde.report.exports.checks.plain import plain_text
from gograde.report.words.escape import json_text
from gograde.scoring.formative import formative
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict


def autolab_text(record: ScoreRecord) -> str:
    """Feedback and the line of scores: the points of each group, under its name.

    A group that is not decided is left out, and so is the whole line when the grader failed: Autolab then
    gives no score.
    """
    feedback = f"{plain_text(record)}\n"
    if Verdict.JE in {record.verdict, *(test.verdict for test in record.tests)}:
        return feedback
    scaled = formative(record)
    tested = {test.group for test in scaled.tests}
    scores = {
        group.name: group.score for group in scaled.groups if group.name in tested and not group.pending
    }
    board = [scaled.score, *(row["value"] for row in leaderboard(record))] if not scaled.pending else []
    line = {"scores": scores, **({"scoreboard": board} if board else {})}
    return feedback + json_text(line, indent=None) + "\n"
