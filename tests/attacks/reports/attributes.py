# Tries: to end an attribute and begin a handler.
# Seen: text inside the attribute.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f'" autofocus onfocus="x(`{marker}`)" x=\' onmouseover=x({marker}) \''


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is put into a quoted attribute."""
    return active.html(f'<p title="{text(marker)}">', marker) != ""
