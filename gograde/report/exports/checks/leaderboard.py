"""What a submission is ranked by among those of the class: games won, and the length of a short program."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from gograde.report.redact import ALWAYS
from gograde.scoring.official import counted_verdict
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict


def leaderboard(record: ScoreRecord) -> Iterator[dict[str, Any]]:
    """Rows of a public table: nothing of hidden tests, and nothing while the grader has failed."""
    if Verdict.JE in {record.verdict, *(test.verdict for test in record.tests)}:
        return
    seen = (test for test in record.tests if test.visibility in ALWAYS)
    games = [game for test in seen for game in test.games if game.counted]
    if games:
        won = 100 * sum(game.won for game in games) / len(games)
        yield {"name": "games won, %", "value": round(won, 1), "order": "desc"}
    source = record.submission.source
    if source is not None and not source.unranked and counted_verdict(record) is Verdict.AC:
        yield {"name": "characters", "value": source.characters, "order": "asc"}
