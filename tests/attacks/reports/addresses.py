# Tries: to be a link that runs a script.
# Seen: text that is no link.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f"javascript:alert('{marker}')//https://{marker}.example/"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is put where an address goes."""
    return active.html(f'<a href="{text(marker)}">page</a>', marker) != ""
