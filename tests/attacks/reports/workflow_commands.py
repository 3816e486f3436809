# Tries: to set variables of a build, to mask its log and to annotate its files.
# Seen: lines that are no commands.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    new = f"::set-output name=score::{marker}\n::add-mask::{marker}\n  ::stop-commands::{marker}"
    return f"{new}\n##[set-env name=A]{marker}\n##vso[x]{marker}"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is printed into the log."""
    return active.log(f"printed:\n{text(marker)}\n", marker) != ""
