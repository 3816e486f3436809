# Tries: to end a string of JSON and to say a score of its own.
# Seen: one string.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f'", "score": 100, "{marker}": "\\\ud800\x7f\u2028'


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is put between quotes."""
    return active.value(f'{{"name": "{text(marker)}"}}', marker) != ""
