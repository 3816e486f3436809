# Tries: to break off a grader that looks at the source, by an expression too deep to be written out.
# Seen: the program runs, and its answers count.
# Control: naive
# Flagged: no

import ast
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, right_answers, submission

RIGHT = ("0", "00", "1", "2", "3", "4", "5")


def make(folder: Path, marker: str) -> None:
    question = "if " + "+".join(["1"] * 900) + ": pass\nx = 0x" + "9" * 9000 + "\n"
    program = f"{question}open('answer.txt', 'w').write({right_answers().decode()!r})\n"
    submission(folder, {"board9.py": program.encode()})


def naive(folder: Path, marker: str) -> bool:
    """Writing the syntax tree out runs out of recursion."""
    try:
        ast.unparse(ast.parse((folder / HAND_IN / "board9.py").read_bytes()))
    except RecursionError:
        return True
    return False
