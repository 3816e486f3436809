# Tries: to break out of a row of a table.
# Seen: one cell.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f"a | b |\n\n# {marker}\n\n[x]: http://{marker}.example\n\n| [x] | ![x] |"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is put into a cell."""
    return active.markdown(f"| a |\n|---|\n| {text(marker)} |\n", marker) != ""
