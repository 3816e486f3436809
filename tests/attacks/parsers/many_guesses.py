# Tries: to answer each question with every point there is, one after the other, so that one is right.
# Seen: the last answer counts, and it is wrong; a remark says so.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering, right_answers

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    guesses = [f"test_{n}\n{row} {col}\n" for row in range(9) for col in range(9) for n in (1, 2, 3)]
    answering(folder, "".join([*guesses, "test_0\nFalse\ntest_0\nTrue\n"]).encode())


def naive(folder: Path, marker: str) -> bool:
    """A grader that looks for the right section finds all three."""
    text = answered(folder).decode()
    return all(section.strip() in text for section in right_answers().decode().split("\n\n")[2:5])
