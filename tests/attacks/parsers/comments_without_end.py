# Tries: to make a pattern that looks for comments in C search the rest of the file again and again.
# Seen: the compiler's complaint, soon.
# Control: naive
# Flagged: no

import re
import time
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, submission

VERDICT = "CE"


def make(folder: Path, marker: str) -> None:
    submission(folder, {"board9.c": b"int main(void) { return 0; }\n" + b"/* " * 600_000})


def naive(folder: Path, marker: str) -> bool:
    """Four times the length takes far more than four times as long."""
    source = (folder / HAND_IN / "board9.c").read_bytes()
    took = []
    for length in (3_000, 12_000):
        before = time.process_time()
        re.sub(rb"/\*.*?\*/", b"", source[:length], flags=re.DOTALL)
        took.append(time.process_time() - before)
    return took[1] > 8 * took[0]
