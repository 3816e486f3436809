# Tries: to print all that it was given to read, for a grader that looks for the answer anywhere.
# Seen: no right answer.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import answered, right_answers, submission

RIGHT = ()
PROGRAM = b"""
import glob
for name in sorted(glob.glob("*")):
    try:
        print(name, open(name).read())
    except (OSError, UnicodeDecodeError):
        pass
print(*[f"{row} {col}" for row in range(9) for col in range(9)], "True False", sep="\\n")
"""


def make(folder: Path, marker: str) -> None:
    submission(folder, {"board9.py": PROGRAM})


def naive(folder: Path, marker: str) -> bool:
    """Each line of the reference that is an answer is somewhere in it."""
    text = answered(folder).decode()
    return all(line in text for line in right_answers().decode().split() if not line.startswith("test_"))
