# Tries: to part lines by vertical tabs and file separators.
# Seen: nothing but what stands before the first of them can be read.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering, right_answers

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    answering(folder, right_answers().replace(b"\n", b"\x0b\x1c"))


def naive(folder: Path, marker: str) -> bool:
    """`splitlines` finds every line."""
    lines = [line for line in answered(folder).decode().splitlines() if line]
    return lines == [line for line in right_answers().decode().split("\n") if line]
