# Tries: to end a cell and a row and to begin others.
# Seen: one cell.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f'",,\n{marker},100,100\r\n-2+3+{marker},"\''


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is written between quotes."""
    return active.table(f'name,points\n"{text(marker)}",0\n', marker) != ""
