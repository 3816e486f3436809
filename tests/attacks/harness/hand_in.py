"""Submissions of students, for attacks that are handed in instead of run.

Each lies below `hand-in` in the attack's folder.
"""

import os
import stat
import subprocess
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

from gograde.assignments.board9.batch import ANSWERS, write_batch
from gograde.authoring.case_folders import sample_batches
from gograde.core.assignment import Batch
from gograde.package.package import Package, find_package
from tests.sandboxes import interpreter

HAND_IN = "hand-in"
TRACE = "ran-"
"""How the name of a file begins that shows that something of a student's was carried out."""


@cache
def course() -> tuple[Package, Batch]:
    """The package of board9 and its public batch."""
    package = find_package("board9")
    return package, sample_batches(package)[0]


def right_answers() -> bytes:
    """The answer file that earns all points of the public batch."""
    return write_batch(course()[1])[ANSWERS]


def answering(folder: Path, answer: bytes, *, printed: bool = False) -> None:
    """A program that leaves this answer, in `answer.txt` or on standard output."""
    target = "1" if printed else "'answer.txt'"
    lines = [f"with open({target}, 'wb') as out:", "    out.write(open('what', 'rb').read())", ""]
    submission(folder, {"board9.py": "\n".join(lines).encode(), "what": answer})


def submission(folder: Path, files: Mapping[str, bytes]) -> Path:
    """A folder that holds these files."""
    root = folder / HAND_IN
    for name, data in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(data)
    return root


def archive(folder: Path, name: str, data: bytes) -> None:
    """A folder with one archive in it, as a course system gives it."""
    submission(folder, {name: data})


def raises(kind: type[Exception], work: Callable[[], object]) -> bool:
    """Whether the work ends with such an error."""
    try:
        work()
    except kind:
        return True
    return False


def answered(folder: Path) -> bytes:
    """What the program answers when anybody starts it."""
    root = folder / HAND_IN
    done = subprocess.run([interpreter(), "board9.py"], cwd=root, capture_output=True, check=False)
    file = root / "answer.txt"
    return file.read_bytes() if file.exists() else done.stdout


def trace(folder: Path, marker: str) -> Path:
    """A file that exists when something of the student's was carried out outside the sandbox."""
    return folder / f"{TRACE}{marker}"


def tree(folder: Path, deepest: int = 60) -> dict[str, tuple[int, int]]:
    """The entries below a folder, but those that lie very deep: their mode and size."""
    found = {}
    for entry in sorted(folder.iterdir()):
        about = entry.lstat()
        found[entry.name] = about.st_mode, about.st_size
        if stat.S_ISDIR(about.st_mode) and deepest and os.access(entry, os.R_OK | os.X_OK):
            inner = tree(entry, deepest - 1)
            found |= {f"{entry.name}/{name}": what for name, what in inner.items()}
    return found
