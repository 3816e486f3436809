# Tries: to open a comment that swallows what follows, and to close a script.
# Seen: text.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f"<!-- {marker} --><!--{marker} </script><style>@import '//{marker}.example'</style>"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is put into a page."""
    return active.html(f"<p>{text(marker)}</p>", marker) != ""
