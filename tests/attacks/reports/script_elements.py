# Tries: to put scripts and frames into pages.
# Seen: text between the elements of the page.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    frame = f"<iframe src='//{marker}.example'></iframe>"
    return f"</pre></td><script>alert('{marker}')</script>{frame}<svg/onload=x('{marker}')>"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is put between the cells of a table."""
    return active.html(f"<td>{text(marker)}</td>", marker) != ""
