"""The length of a program where programs are ranked by it."""

from __future__ import annotations

from gograde.report.redact import StudentRecord
from gograde.scoring.record import ScoreRecord
from gograde.scoring.totals import decided

HAND_IN = "hand in one file that reads nothing but its input, and is not named in itself"


WAITS = "not ranked by length while a test is not decided"


def golf_words(record: ScoreRecord | StudentRecord, official: str = "") -> str:
    """The length, or why the program is not ranked; empty where programs are not ranked.

    `official` is the official result after a person's corrections; without it, open tests say what waits.
    """
    source = record.submission.source
    if source is None:
        return ""
    if source.unranked:
        return f"not ranked by length: {source.unranked}; {HAND_IN}"
    files = "" if source.files == 1 else f" in {source.files} files and their names"
    open_tests = not official and not all(map(decided, record.tests))
    waits = f"; {WAITS}" if official == "pending" or open_tests else ""
    return f"length: {source.characters} characters{files}{waits}"
