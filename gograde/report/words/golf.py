"""The length of a program where programs are ranked by it."""

from __future__ import annotations

from gograde.report.redact import StudentRecord
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict

HAND_IN = "hand in one file that reads nothing but its input, and is not named in itself"


WAITS = "not ranked by length while a test is not decided"


def golf_words(record: ScoreRecord | StudentRecord, badge: Verdict) -> str:
    """The length, or why the program is not ranked; empty where programs are not ranked.

    `badge` is the verdict of all that counts.
    """
    source = record.submission.source
    if source is None:
        return ""
    if source.unranked:
        return f"not ranked by length: {source.unranked}; {HAND_IN}"
    files = "" if source.files == 1 else f" in {source.files} files and their names"
    waits = f"; {WAITS}" if badge in (Verdict.RV, Verdict.JE) else ""
    return f"length: {source.characters} characters{files}{waits}"
