# Tries: to nest brackets so deeply that a reader of JSON, or one that recurses, breaks off.
# Seen: answers that cannot be read.
# Control: naive
# Flagged: no

import json
from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    deep = b"[" * 30_000 + b"]" * 30_000
    answering(folder, b"Problem 5: step:" + deep + b"\n" + b"Problem 4: step:" + b"[(" * 30_000 + b"\n")


def naive(folder: Path, marker: str) -> bool:
    """`json` runs out of recursion."""
    try:
        json.loads(answered(folder).split(b"\n")[0].partition(b"step:")[2])
    except RecursionError:
        return True
    return False
