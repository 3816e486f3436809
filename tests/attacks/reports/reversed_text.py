# Tries: to make a wrong answer look right by characters that turn the direction of reading.
# Seen: the characters spelled out.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f"\u202e{marker}\u2066\u200f\u2069\u061c"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is printed as it is."""
    return active.terminal(text(marker), marker) != ""
