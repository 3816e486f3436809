# Tries: to end a block of code, so that what follows is Markdown again.
# Seen: text in a block whose fence is longer.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f"```\n\n![x](http://{marker}.example/x.png)\n\n</details>\n\n`````\n~~~~\n"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is put between fences of three."""
    return active.markdown(f"```\n{text(marker)}\n```\n", marker) != ""
