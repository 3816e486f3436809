"""Names of the files that hold what a program showed: their order, kind and title.

The files are written inside the sandbox (by `gograde/pictures/capture/stand_ins/_window_files.py`); a student
can write such files too, so that a name is only a claim.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote

from gograde.intake.printable import printable

PATTERN = "shown-*"
MOST = 40
"""Files of one run beside those that the package asks for."""

_NAME = re.compile(r"shown-([0-9]{2})-(window|figure)-([A-Za-z0-9_.%]*)\.(?:png|drawing)")


@dataclass(frozen=True)
class Captured:
    """A window or figure that was shown: the `order`-th of the run, from 1."""

    order: int
    kind: str
    title: str

    @property
    def name(self) -> str:
        """How it is called before people, like `window 3: test_1`."""
        return f"{self.kind} {self.order}" + (f": {self.title}" if self.title else "")


def captured_of(name: str) -> Captured | None:
    """What a file's name tells, None when it is not one of these; characters that do not print are `?`."""
    found = _NAME.fullmatch(name)
    if found is None:
        return None
    title = unquote(found[3], errors="replace").strip()
    return Captured(int(found[1]), found[2], printable(title))
