"""Moodle: `<full name>_<id>_assignsubmission_file/<path>`, or the same with `_` in one folder.

Where a group hands in, its name and `-` stand before.  Older versions end the folder's name with `_`.  The
id is Moodle's number of the participant, and the name is `Participant` where marking is blind.  Moodle packs
the last attempt, and does not say when it came; its grading worksheet does.  Its users choose their names,
and a name may look like a folder of somebody else: what can be split in two ways is nobody's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from gograde.intake.downloads.part import Claim, Known, LeftOut, Part, Says, Sorted, doubtful
from gograde.intake.downloads.source import Entry

_REST = re.compile(
    r"(?<=[^/])_(?=(?P<id>\d+)_assignsubmission_(?P<plugin>[a-z]+)(?:_?/|_)(?P<path>.+))", re.S
)
"""What follows the name; there may be several such places in the path of a file."""

TYPED = "only text typed in Moodle, and no file"


def fits(name: str) -> bool:
    """Whether Moodle names files like this."""
    return bool(_readings(name))


def _readings(path: str) -> list[tuple[str, re.Match[str]]]:
    """Each name with which the path of a file may begin, with what follows it."""
    found = ((path[: rest.start()], rest) for rest in _REST.finditer(path))
    return [(name, rest) for name, rest in found if "/" not in name]


def sort(entries: Sequence[Entry], known: Known) -> Sorted:
    """Sort the files of a download."""
    files: dict[tuple[str, str], dict[str, Entry]] = {}
    typed: set[tuple[str, str]] = set()
    several: dict[Entry, list[Claim]] = {}
    for entry in entries:
        readings = _readings(entry.path)
        if len(readings) > 1:
            several[entry] = [claim for name, rest in readings for claim in _claims(name, rest["id"], known)]
        for name, rest in readings if len(readings) == 1 else ():
            who = name, rest["id"]
            if rest["plugin"] == "file":
                files.setdefault(who, {})[rest["path"]] = entry
            else:
                typed.add(who)
    parts = [Part("_".join(who), _claims(*who, known), handed_in) for who, handed_in in files.items()]
    left = [LeftOut("_".join(who), TYPED, "ask for the file") for who in sorted(typed - files.keys())]
    return Sorted([*parts, *doubtful(several)], left)


def _claims(name: str, number: str, known: Known) -> Sequence[Claim]:
    """The id and the name; where the id is nobody's, the name without a group too, and all must mean one."""
    own, groups = (Claim(Says.MOODLE_ID, number), Claim(Says.NAME, name)), re.finditer("-", name)
    return own if known(own[0]) else (*own, *(Claim(Says.NAME, name[at.end() :]) for at in groups))
