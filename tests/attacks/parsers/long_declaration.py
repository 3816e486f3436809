# Tries: to make the reader of submission.toml fail on a number of 4,000 digits.
# Seen: a reason in words, and no judge error.
# Control: naive
# Flagged: no

import tomllib
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, right_answers, submission

VERDICT = "CE"


def make(folder: Path, marker: str) -> None:
    declared = b'[submission]\nentry = "board9.py"\nbuild = ' + b"1" * 5000
    submission(folder, {"submission.toml": declared, "board9.py": b"print(1)", "answer.txt": right_answers()})


def naive(folder: Path, marker: str) -> bool:
    """What is raised is no error of TOML."""
    try:
        tomllib.loads((folder / HAND_IN / "submission.toml").read_text())
    except tomllib.TOMLDecodeError:
        return False
    except ValueError:
        return True
    return False
