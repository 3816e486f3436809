"""Blackboard: `<assignment>_<user name>_attempt_<year-month-day-hour-minute-second>_<file>`.

Each attempt has a summary, the same name with `.txt` after the time.  Its first lines are Blackboard's:
`Name: <full name> (<user name>)`, `Assignment:`, `Date Submitted:`.  What the student wrote comes
after a blank line and is not read.  Times are the local ones of the system.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from datetime import datetime

from gograde.intake.downloads.part import Claim, Known, LeftOut, Part, Says, Sorted, doubtful, of_several
from gograde.intake.downloads.source import Entry
from gograde.intake.names import RefusedError

_ENTRY = re.compile(
    r"(?P<head>.+?)_attempt_(?P<at>\d{4}(?:-\d\d){5})(?:(?P<summary>\.txt)|_(?P<name>.+))", re.S
)
_AGAIN = re.compile(r"(?<=.)_(?=attempt_\d{4}(?:-\d\d){5}[._])", re.S)
"""Where an attempt may begin in a name."""

_NAME = re.compile(r"Name:\s*(?P<name>.*?)\s*\((?P<login>[^()]+)\)\s*")
_DATE = re.compile(r"Date Submitted:\s*(?:\w+,\s*)?(?P<at>.+?)(?:\s+o'clock)?(?:\s+(?!AM|PM)[A-Za-z/_]+)?\s*")
_DATE_FORMATS = ("%B %d, %Y %I:%M:%S %p", "%d %B %Y %H:%M:%S", "%B %d, %Y %H:%M:%S")

HEADER_BYTES = 2048
"""Bytes of a summary that are read: its first lines, with room for long names."""

NOTHING = "an attempt without a file"


def fits(name: str) -> bool:
    """Whether Blackboard names files like this."""
    return _ENTRY.fullmatch(name) is not None


def sort(entries: Sequence[Entry], read: Callable[[Entry, int], bytes], known: Known) -> Sorted:
    """Sort the files of a download; `read` gives the first bytes of an entry."""
    files: dict[tuple[str, str], dict[str, Entry]] = {}
    summaries: dict[tuple[str, str], Entry] = {}
    several: dict[Entry, list[Claim]] = {}
    for entry in entries:
        found = _ENTRY.fullmatch(entry.path)
        if found is None:
            continue
        if read_so := of_several(_readings(entry.path), known):
            several[entry] = read_so
            continue
        attempt = found["head"], found["at"]
        if found["summary"]:
            summaries[attempt] = entry
        else:
            files.setdefault(attempt, {})[found["name"]] = entry
    parts, left = [], []
    for attempt in sorted({*files, *summaries}):
        head, stamp = attempt
        header = _header(read, summaries.get(attempt))
        label = f"{head}_attempt_{stamp}"
        claims, at = _told(header, head, stamp)
        if attempt in files:
            parts.append(Part(label, claims, files[attempt], at))
        else:
            left.append(LeftOut(label, NOTHING, "ask for the file"))
    return Sorted([*parts, *doubtful(several)], left)


def _readings(path: str) -> Iterator[list[Claim]]:
    """Whom each way to split the name of a file may mean."""
    for again in _AGAIN.finditer(path):
        yield [Claim(Says.LOGIN, ending) for ending in _endings(path[: again.start()])]


def _header(read: Callable[[Entry, int], bytes], summary: Entry | None) -> bytes:
    """The first lines of a summary; empty without one, and for one that is broken."""
    try:
        return b"" if summary is None else read(summary, HEADER_BYTES)
    except RefusedError:
        return b""


def _told(header: bytes, head: str, stamp: str) -> tuple[tuple[Claim, ...], datetime | None]:
    """Who handed an attempt in, and when."""
    lines = header.decode("utf-8", "replace").replace("\r", "").split("\n\n")[0].split("\n")
    named = next((found for line in lines if (found := _NAME.fullmatch(line))), None)
    dated = next((found["at"] for line in lines if (found := _DATE.fullmatch(line))), "")
    at = _parsed(dated) or _stamp(stamp)
    endings = list(_endings(head))
    if named is None:
        return tuple(Claim(Says.LOGIN, ending) for ending in endings), at
    if named["login"] not in endings:  # no summary of this attempt
        return (), at
    return (Claim(Says.LOGIN, named["login"]), Claim(Says.NAME, named["name"])), at


def _endings(head: str) -> Iterator[str]:
    """What may be the user name: all that follows one of the underscores."""
    for at, char in enumerate(head):
        if char == "_" and head[at + 1 :]:
            yield head[at + 1 :]


def _parsed(text: str) -> datetime | None:
    for form in _DATE_FORMATS:
        try:
            return datetime.strptime(text, form)
        except ValueError:
            continue
    return None


def _stamp(text: str) -> datetime | None:
    try:
        return datetime(*map(int, text.split("-")))  # type: ignore[arg-type]
    except ValueError:
        return None
