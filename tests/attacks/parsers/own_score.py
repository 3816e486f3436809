# Tries: to answer what was not asked: a score, a verdict, and names that objects have of themselves.
# Seen: nothing answered, and nothing of it in the record's sums.
# Control: naive
# Flagged: no

from pathlib import Path
from types import SimpleNamespace

from tests.attacks.harness.hand_in import answered, answering

RIGHT = ()
VERDICT = "NO"


def make(folder: Path, marker: str) -> None:
    lines = ("score=100", "verdict=AC", "__class__=dict", "test_6=1 1", "test_000=True", "test_-1=0 0")
    answering(folder, "\n".join(lines).encode())


def naive(folder: Path, marker: str) -> bool:
    """A sheet that takes every name takes its own score."""
    sheet = SimpleNamespace(score=0)
    vars(sheet).update(line.split("=", 1) for line in answered(folder).decode().split("\n"))
    return int(sheet.score) == 100
