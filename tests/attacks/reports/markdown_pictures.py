# Tries: to fetch a picture from elsewhere when a summary is looked at.
# Seen: the text with its signs.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    address = f"http://{marker}.example"
    return f"![x]({address}/x.png) [y]({address}) <{address}> <img src={address}>"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is put into a summary."""
    return active.markdown(f"# Result\n\n{text(marker)}\n", marker) != ""
