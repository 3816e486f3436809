# Tries: to hand in a folder and a file that the grader may not open.
# Seen: refused, naming it; or read, by root.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, submission


def make(folder: Path, marker: str) -> None:
    root = submission(folder, {"board9.py": b"x = 1", "closed/x.py": b"", "shut.py": b""})
    (root / "shut.py").chmod(0)
    (root / "closed").chmod(0)


def naive(folder: Path, marker: str) -> bool:
    """Reading it raises."""
    try:
        (folder / HAND_IN / "shut.py").read_bytes()
    except PermissionError:
        return True
    return False
