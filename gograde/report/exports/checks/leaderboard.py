"""What a submission is ranked by among those of the class: games won, and the length of a short program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gograde.errors import ExitCode
from gograde.report.passing import exit_code
from gograde.report.redact import StudentRecord


def leaderboard(record: StudentRecord) -> Iterator[dict[str, Any]]:
    """Rows of a public table; a program is ranked by length when it passes and no point is missing."""
    code = exit_code(record)
    if code is ExitCode.JUDGE_ERROR:
        return
    games = [game for test in record.tests for game in test.games if game.counted]
    if games:
        won = 100 * sum(game.won for game in games) / len(games)
        yield {"name": "games won, %", "value": round(won, 1), "order": "desc"}
    source = record.submission.source
    needed = {group.name for group in record.groups if not group.extra}
    whole = all(test.points == test.max_points for test in record.hidden_tests if test.group in needed)
    if source is not None and not source.unranked and code is ExitCode.DONE and whole:
        yield {"name": "characters", "value": source.characters, "order": "asc"}
