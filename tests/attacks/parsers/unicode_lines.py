# Tries: to part lines by signs that only `splitlines` takes for the end of a line.
# Seen: no answer at all.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering, right_answers

RIGHT = ()
VERDICT = "NO"


def make(folder: Path, marker: str) -> None:
    answering(folder, right_answers().decode().replace("\n", "\u2028").encode())


def naive(folder: Path, marker: str) -> bool:
    """`splitlines` finds every line."""
    return answered(folder).decode().splitlines() == right_answers().decode().split("\n")[:-1]
