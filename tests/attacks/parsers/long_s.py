# Tries: to say yes and no with letters that become ASCII when they are made capitals.
# Seen: question 0 cannot be read; the others, answered properly, count.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering, right_answers

RIGHT = ("00", "1", "2", "3", "4", "5")


def make(folder: Path, marker: str) -> None:
    answering(folder, right_answers().decode().replace("False", "Fal\u017fe").encode())


def naive(folder: Path, marker: str) -> bool:
    """`upper` makes it the right word."""
    return answered(folder).decode().split("\n")[1].upper() == "FALSE"
