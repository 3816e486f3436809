# Tries: to make a pattern go back and forth over one line of 60,000 characters.
# Seen: an answer that cannot be read, in no time.
# Control: naive
# Flagged: no

import re
import time
from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    answering(folder, b"test_5\n" + b"11" * 15_000 + b"( ( " * 7_000 + b"x\n")


def naive(folder: Path, marker: str) -> bool:
    """Each two digits more take four times as long."""
    line = answered(folder).split(b"\n")[1]
    took = []
    for length in (12, 20):
        before = time.process_time()
        re.fullmatch(rb"([0-9]+ ?)+;", line[:length])
        took.append(time.process_time() - before)
    return took[1] > 20 * took[0]
