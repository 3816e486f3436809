# Tries: to end the command that it is put into and to begin one of its own.
# Seen: one command, with the line ends spelled out.
# Control: naive
# Flagged: no

from pathlib import Path

from tests.attacks.harness import active
from tests.attacks.harness.artefacts.reports import everywhere


def text(marker: str) -> str:
    return f"x,title=y::{marker}\r\n::set-env name=PATH::{marker}\n%0A::error::{marker}"


def make(folder: Path, marker: str) -> None:
    everywhere(folder, text(marker))


def naive(folder: Path, marker: str) -> bool:
    """It is put into a command as it is."""
    return active.log(f"::error file=a,title={text(marker)}::x", marker) != ""
