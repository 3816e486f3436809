# Tries: to write a title, clear the screen, and make a link and a paste in a terminal.
# Seen: the escapes spelled out.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    title, link = f"\x1b]0;{marker}\x07", f"\x1b]8;;http://{marker}.example\x1b\\x"
    return f"{title}\x1b[2J{link}\x1b]52;c;eA==\x07\x9b31m\x08\r{marker}"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is printed as it is."""
    return active.terminal(text(marker), marker) != ""
