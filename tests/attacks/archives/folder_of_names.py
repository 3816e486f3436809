# Tries: to hand in names that are paths, options or nothing at all.
# Seen: refused, naming the first of them.
# Control: naive
# Flagged: no

import subprocess
from pathlib import Path

from tests.attacks.harness.hand_in import HAND_IN, submission, trace

REFUSAL = "no name for a file"


def make(folder: Path, marker: str) -> None:
    root = submission(folder, {"board9.py": b"x = 1", "-rf": b"", ".\\.": b""})
    name = f"x;cd ..;touch {trace(folder, marker).name}"
    (root / name).write_text("")


def naive(folder: Path, marker: str) -> bool:
    """A shell that is given the names carries one of them out."""
    for path in (folder / HAND_IN).iterdir():
        if not path.name.startswith("-"):
            subprocess.run(
                f"ls {path.name}", shell=True, cwd=folder / HAND_IN, capture_output=True, check=False
            )
    return trace(folder, marker).exists()
