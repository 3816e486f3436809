"""Canvas: `<name>_[LATE_]<user id>_<file id>_<file>`, all in one folder.

The name is the sortable one in lower case, without blanks and signs.  Text typed in the page is
`…_<user id>_text.html`, an address `…_link.html`.  An anonymous assignment has `anon_<code>` for the
name and the user id.  Canvas numbers a file that was handed in again (`-1`, `-2`) before its suffix,
and packs the files of the last attempt only.  It does not say when they came.  A file whose name reads like
that of another student of the class is nobody's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from gograde.intake.downloads.part import Claim, Known, LeftOut, Part, Says, Sorted, doubtful, of_several
from gograde.intake.downloads.source import Entry

_FILE = re.compile(r"(?P<who>\w*?)_(?P<late>(?:LATE|late)_)?(?P<user>\d+)_(?P<file>\d+)_(?P<name>.+)", re.S)
_ANONYMOUS = re.compile(
    r"(?P<late>(?:LATE|late)_)?(?P<who>anon_[A-Za-z0-9]+)_(?P<file>\d+)_(?P<name>.+)", re.S
)
_LATER = re.compile(r"(?<=\w)_(?=(?:(?:LATE|late)_)?(?P<user>\d+)_\d+_.)", re.S)
"""Where the ids of a student may begin in the name of a file."""

_TYPED = re.compile(r"(?P<who>\w*?)_(?P<late>(?:LATE|late)_)?(?P<user>\d+)_(?P<kind>text|link)\.html")
_AGAIN = re.compile(r"(?P<stem>.+?)-(?P<number>[1-9]\d{0,2})(?P<suffix>(?:\.tar)?\.\w+)?", re.S)

TYPED = "only text typed in Canvas, or an address, and no file"


def fits(name: str) -> bool:
    """Whether Canvas names files like this."""
    return any(pattern.fullmatch(name) for pattern in (_ANONYMOUS, _TYPED, _FILE))


def sort(entries: Sequence[Entry], known: Known) -> Sorted:
    """Sort the files of a download."""
    files: dict[tuple[str, str], dict[str, Entry]] = {}
    late: dict[tuple[str, str], bool] = {}
    typed: set[tuple[str, str]] = set()
    several = {entry: claims for entry in entries if (claims := of_several(_readings(entry.path), known))}
    for entry in entries:
        if entry in several:
            continue
        if (found := _TYPED.fullmatch(entry.path)) is not None:
            typed.add((found["who"], found["user"]))
        elif (found := _ANONYMOUS.fullmatch(entry.path) or _FILE.fullmatch(entry.path)) is not None:
            who = found["who"], found.groupdict().get("user", "")
            files.setdefault(who, {})[found["name"]] = entry
            late[who] = bool(found["late"])
    parts, notes = [], []
    for who, handed_in in files.items():
        renamed, older = newest(handed_in)
        notes += [f"{_label(who)}: {name} is an earlier version of {now}" for name, now in older.items()]
        parts.append(Part(_label(who), _claims(who), renamed, late=late[who]))
    left = [LeftOut(_label(who), TYPED, "ask for the file") for who in sorted(typed - files.keys())]
    return Sorted([*parts, *doubtful(several)], left, notes)


def _readings(name: str) -> Iterator[tuple[Claim, ...]]:
    """Whom each way to split the name of a file means."""
    return (_claims((name[: at.start()], at["user"])) for at in _LATER.finditer(name))


def newest(files: Mapping[str, Entry]) -> tuple[dict[str, Entry], dict[str, str]]:
    """The files under the names that they were handed in by, and each earlier version with its later one.

    `a-1.py` is `a.py` handed in again.  Where only numbered files of a name are there, and several of them,
    the numbers are the student's own: nothing is renamed.
    """
    groups: dict[str, dict[int, str]] = {}
    for name in files:
        plain, number = _plain(name)
        groups.setdefault(plain, {})[number] = name
    renamed, older = dict[str, Entry](), dict[str, str]()
    for plain, versions in groups.items():
        if 0 not in versions and len(versions) > 1:
            renamed.update((name, files[name]) for name in versions.values())
            continue
        last = max(versions)
        renamed[plain] = files[versions[last]]
        older.update((name, versions[last]) for number, name in versions.items() if number != last)
    return renamed, older


def _plain(name: str) -> tuple[str, int]:
    found = _AGAIN.fullmatch(name)
    return (found["stem"] + (found["suffix"] or ""), int(found["number"])) if found else (name, 0)


def _label(who: tuple[str, str]) -> str:
    return "_".join(part for part in who if part)


def _claims(who: tuple[str, str]) -> tuple[Claim, ...]:
    return tuple(_claim(*who))


def _claim(name: str, user: str) -> Iterator[Claim]:
    if user:
        yield Claim(Says.CANVAS_ID, user)
        if name:
            yield Claim(Says.PACKED_NAME, name)
