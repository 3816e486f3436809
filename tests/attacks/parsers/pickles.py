# Tries: to hand in pickled objects as answers, for a grader that unpickles.
# Seen: no answers in the file; nothing of it is carried out.
# Control: naive
# Flagged: no

import pickle
from pathlib import Path

from tests.attacks.harness.hand_in import answered, answering, trace

RIGHT = ()


class Toucher:
    """Makes a file when it is unpickled."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __reduce__(self) -> tuple[object, tuple[Path]]:
        return Path.touch, (self.path,)


def make(folder: Path, marker: str) -> None:
    answering(folder, pickle.dumps([Toucher(trace(folder, marker))]))


def naive(folder: Path, marker: str) -> bool:
    """It is unpickled."""
    pickle.loads(answered(folder))
    return trace(folder, marker).exists()
