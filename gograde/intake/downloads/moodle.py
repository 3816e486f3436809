"""Moodle: `<full name>_<id>_assignsubmission_file/<path>`, or the same with `_` in one folder.

Older versions end the folder's name with `_`.  The id is Moodle's number of the participant, and the name
is `Participant` where marking is blind.  Moodle packs the last attempt, and does not say when it came; its
grading worksheet does.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gograde.intake.downloads.part import Claim, LeftOut, Part, Says, Sorted
from gograde.intake.downloads.source import Entry

_ENTRY = re.compile(
    r"(?P<name>[^/]+?)_(?P<id>\d+)_assignsubmission_(?P<plugin>[a-z]+)(?:_?/|_)(?P<path>.+)", re.S
)

TYPED = "only text typed in Moodle, and no file"


def fits(name: str) -> bool:
    """Whether Moodle names files like this."""
    return _ENTRY.fullmatch(name) is not None


def sort(entries: Sequence[Entry]) -> Sorted:
    """Sort the files of a download."""
    files: dict[tuple[str, str], dict[str, Entry]] = {}
    typed: set[tuple[str, str]] = set()
    for entry in entries:
        found = _ENTRY.fullmatch(entry.path)
        if found is None:
            continue
        who = found["name"], found["id"]
        if found["plugin"] == "file":
            files.setdefault(who, {})[found["path"]] = entry
        else:
            typed.add(who)
    parts = [Part("_".join(who), _claims(*who), handed_in) for who, handed_in in files.items()]
    left = [LeftOut("_".join(who), TYPED, "ask for the file") for who in sorted(typed - files.keys())]
    return Sorted(parts, left)


def _claims(name: str, number: str) -> tuple[Claim, ...]:
    return Claim(Says.MOODLE_ID, number), Claim(Says.NAME, name)
