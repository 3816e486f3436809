# Tries: to be calculated by a spreadsheet.
# Seen: text in every cell.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f"=cmd|'/c calc {marker}'!A1"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is written as a cell, quoted."""
    return active.table(f'a,"{text(marker)}"\n', marker) != ""
