# Tries: to answer with Python, for a grader that evaluates what looks like a list.
# Seen: answers that cannot be read; nothing of it is carried out.
# Control: naive
# Flagged: no

import contextlib
from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering, trace

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    call = f"__import__('pathlib').Path({str(trace(folder, marker))!r}).touch()"
    lines = [f"Problem {n}: forward on step:[({call}, 1)]" for n in range(1, 6)]
    answering(folder, "\n".join([f"Problem 0: rule checking:{call} or True", *lines]).encode(), printed=True)


def naive(folder: Path, marker: str) -> bool:
    """It is evaluated."""
    with contextlib.suppress(Exception):
        eval(answered(folder).decode().split("\n")[1].partition("step:")[2])
    return trace(folder, marker).exists()
