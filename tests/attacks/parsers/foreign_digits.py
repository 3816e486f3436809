# Tries: to answer in Arabic and full-width digits, which `int` takes for numbers.
# Seen: only the yes-or-no questions, which have no digits, are answered.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering, right_answers

RIGHT = ("0", "00")
DIGITS = {ord(str(n)): chr((0x0660 if n % 2 else 0xFF10) + n) for n in range(10)}


def make(folder: Path, marker: str) -> None:
    lines = right_answers().decode().split("\n")
    strange = (line if line.startswith("test_") else line.translate(DIGITS) for line in lines)
    answering(folder, "\n".join(strange).encode())


def naive(folder: Path, marker: str) -> bool:
    """`int` reads them all."""
    given = [line.split() for line in answered(folder).decode().split("\n") if line[1:2] == " "]
    wanted = [line.split() for line in right_answers().decode().split("\n") if line[1:2] == " "]
    return [[int(part) for part in line] for line in given] == [
        [int(part) for part in line] for line in wanted
    ]
