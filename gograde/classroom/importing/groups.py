"""Work of a group that a system packs once: each member has handed it in.

Canvas names such a file by the group and by the id of one member, and does not say who else is in the group.
The roster does, in a column `group` (Canvas's own lists of groups call it `group_name`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from gograde.classroom.importing.who import People
from gograde.classroom.roster import Student
from gograde.intake.downloads.part import Claim, Part, Says
from gograde.listing import named

COLUMNS = ("group", "group name")
"""The columns of the roster with the name of a student's group, in lower case and with blanks."""

NAMED = 8
"""Members whom a note names; the others are counted."""


def for_members(parts: Sequence[Part], people: People) -> tuple[list[Part], list[str]]:
    """The parts, those of a group once for each member; and a note about each group."""
    found, notes = list[Part](), list[str]()
    for part in parts:
        members = _members(part, people)
        who = [member.id for member in members]
        strangers = _named_by_id(part, people) - set(who)
        if members and strangers:
            one = f"{min(strangers)} is not in this group of roster.csv"
            notes.append(f"{part.label}: {one}, and alone has handed it in")
        elif members:
            them = named(who, NAMED)
            notes.append(f"{part.label}: the work of a group, taken for each member in roster.csv ({them})")
        found += [part] if strangers or not members else [_of(part, member) for member in members]
    return found, notes


def _members(part: Part, people: People) -> list[Student]:
    """The members of the group that a part is named by; none where it is named by a student."""
    claims = (Claim(Says.LABEL, part.label), *part.claims)
    if part.doubt or any(people.named(claim) for claim in claims if claim.says is not Says.CANVAS_ID):
        return []
    names = {_plain(claim.value) for claim in part.claims if claim.says is Says.PACKED_NAME}
    return [student for student in people.students if names & set(_groups(student))]


def _named_by_id(part: Part, people: People) -> set[str]:
    """The students whom Canvas's id in the name of a part names."""
    ids = (claim for claim in part.claims if claim.says is Says.CANVAS_ID)
    return {student for claim in ids for student in people.named(claim)}


def _groups(student: Student) -> Iterator[str]:
    for column, cell in student.more.items():
        if cell and re.sub(r"[\s_-]+", " ", column).strip().casefold() in COLUMNS:
            yield _plain(cell)


def _plain(name: str) -> str:
    """A name as Canvas packs it: in lower case, without blanks and signs."""
    return re.sub(r"[\W_]", "", name.casefold())


def _of(part: Part, member: Student) -> Part:
    claims = (Claim(Says.ID, member.id),)
    return Part(f"{part.label} ({member.name})", claims, part.files, part.at, part.late)
