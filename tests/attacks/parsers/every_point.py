# Tries: to answer with all points of the board, so that no right one is missing.
# Seen: too many points: no right answer.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering, right_answers

RIGHT = ()


def make(folder: Path, marker: str) -> None:
    points = "".join(f"{row} {col}\n" for row in range(9) for col in range(9))
    answering(folder, "".join(f"test_{n}\n{points}\n" for n in range(1, 6)).encode())


def naive(folder: Path, marker: str) -> bool:
    """Every line of the reference is in it."""
    given = set(answered(folder).decode().split("\n"))
    return all(line in given for line in right_answers().decode().split("\n")[6:])
