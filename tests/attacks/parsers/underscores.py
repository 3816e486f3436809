# Tries: to answer `0_1` and numbers with blanks of Unicode around them, which `int` takes.
# Seen: only the yes-or-no questions are answered.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering, right_answers

RIGHT = ("0", "00")


def make(folder: Path, marker: str) -> None:
    lines = [line.split(" ") for line in right_answers().decode().split("\n")]
    strange = (f"0_{line[0]},{line[1]}\u2003" if len(line) == 2 else line[0] for line in lines)
    answering(folder, "\n".join(strange).encode())


def naive(folder: Path, marker: str) -> bool:
    """`int` reads them all."""
    given = [line.split(",") for line in answered(folder).decode().split("\n") if "," in line]
    wanted = [line.split() for line in right_answers().decode().split("\n") if line[1:2] == " "]
    return [[int(part) for part in line] for line in given] == [
        [int(part) for part in line] for line in wanted
    ]
