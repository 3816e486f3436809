"""Names of the files that hold a program's windows and figures: their order, kind and title.

`gograde/pictures/capture/stand_ins/_window_files.py` writes these files inside the sandbox.  A student's
program can write them too, so a name proves nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from gograde.intake.printable import printable
from gograde.pictures.picture import LIBRARY

PATTERNS = ("shown-*", "unseen-*.note")
MOST = 40
"""Files of windows and figures taken from one run, beside the files that the package asks for."""

NOTES = {
    "not pressed": ("a window", "a button, a key or the mouse may show more in it, and nobody pressed it"),
    "too many": ("a later window", f"more than {MOST} windows and figures were shown"),
    "not imitated": ("a window", "our stand-in for tkinter does not show what the program called"),
    "fault": (LIBRARY, "our stand-in for the library failed"),
}
"""What may be to see that was not kept, and why, by the word in the name of a note."""

_NOTE = re.compile(r"unseen-([a-z%0-9]+)-([A-Za-z0-9_.%]*)\.note")
_NAME = re.compile(r"shown-([0-9]{2})-(window|figure)-([A-Za-z0-9_.%]*)\.(?:png|drawing)")


@dataclass(frozen=True)
class Captured:
    """A window or figure that a program showed; `order` is its place in the run, from 1."""

    order: int
    kind: str
    title: str

    @property
    def name(self) -> str:
        """The name that people see, like `window 3: test_1`."""
        return f"{self.kind} {self.order}" + (f": {self.title}" if self.title else "")


def captured_of(name: str) -> Captured | None:
    """Parse a file name; None for a name of another form.  Unprintable characters become `?`."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    title = unquote(found[3], errors="replace").strip()
    return Captured(int(found[1]), found[2], printable(title))


def note_of(name: str) -> tuple[str, str] | None:
    """What was not kept, and why, from the name of a note; None for another file."""
    found = _NOTE.fullmatch(name)
    told = NOTES.get(unquote(found[1])) if found else None
    if found is None or told is None:
        return None
    about = printable(unquote(found[2], errors="replace").strip())
    return told[0], f"{told[1]}: {about}" if about else told[1]
