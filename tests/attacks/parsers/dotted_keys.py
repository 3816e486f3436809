# Tries: to fill the memory by a key of thousands of parts in submission.toml.
# Seen: refused as too long.
# Control: naive
# Flagged: no

import tomllib
import tracemalloc
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, submission

VERDICT = "CE"


def make(folder: Path, marker: str) -> None:
    submission(folder, {"submission.toml": b"a" + b".a" * 30_000 + b" = 1", "board9.py": b"print(1)"})


def naive(folder: Path, marker: str) -> bool:
    """A part of it takes a thousand times its length, and twice as much four times that."""
    text = (folder / HAND_IN / "submission.toml").read_text()[:1601] + " = 1"
    tracemalloc.start()
    tomllib.loads(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak > 1000 * len(text)
