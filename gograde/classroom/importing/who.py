"""Finds the student whom an export names: exactly, or not at all.

A name that only looks like one of the roster is told with its candidates and never taken.  An id is never
compared with names, and an id that looks like another is no candidate.
"""

from __future__ import annotations

import difflib
import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from gograde.classroom.roster import Student
from gograde.intake.downloads.part import Claim, LeftOut, Part, Says
from gograde.intake.downloads.people_table import fields_of
from gograde.intake.downloads.systems import plain_heading
from gograde.listing import named

COLUMNS = ("group", "group name")
"""The columns of the roster with the name of a student's group, in lower case and with blanks."""

NAMED = 8
"""Members whom a note names; the others are counted."""

_FIELDS = {says.field: says for says in Says if says.field != "name"}
NAMING = _FIELDS.keys() - {"student_id"}
"""The fields by which a table can name a student beside the student's id."""

_ALIKE = 0.75
"""How alike two names are, from 0 to 1, for one to be told as a candidate for the other."""

_CANDIDATES = 3

HELP = (
    "give --map FILE with the columns label and student_id (empty: nobody of this class), "
    "or write the id or name into the roster"
)


@dataclass(frozen=True)
class StudentMatch:
    """The student of a part, and what the export named the student by."""

    student: str
    by: str

    @property
    def by_name(self) -> bool:
        """Whether nothing but a name says who it is."""
        return self.by == Says.NAME.words


@dataclass
class People:
    """The students of a class by everything that names them."""

    students: Sequence[Student]
    _known: dict[tuple[Says, str], set[str]] = field(default_factory=dict)
    _names: dict[str, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for student in self.students:
            fields = fields_of(tuple(student.more))
            more = {name: cell for name, cell in zip(fields, student.more.values(), strict=True) if name}
            own = {"student_id": student.id, "email": student.email}
            self.add(student.id, {**more, **own})
            self.add_name(student.id, student.last_name, student.first_name)

    def add(self, student: str, person: Mapping[str, str]) -> None:
        """Note by what else a student is named."""
        for name, says in _FIELDS.items():
            if cell := person.get(name, ""):
                self._note(says, cell, student)

    def add_name(self, student: str, last: str, first: str) -> None:
        """Note a student's name, in both orders."""
        if not last + first:
            return
        for one in (f"{first} {last}", f"{last} {first}"):
            self._note(Says.NAME, one, student)
            self._names.setdefault(one.strip(), set()).add(student)
        self._note(Says.PACKED_NAME, last + first, student)
        self._note(Says.NAME, Student(student, last, first).name, student)

    def _note(self, says: Says, value: str, student: str) -> None:
        self._known.setdefault((says, _key(says, value)), set()).add(student)

    def named(self, claim: Claim) -> set[str]:
        """The students whom a claim names."""
        key = _key(claim.says, claim.value)
        return self._known.get((claim.says, key), set()) if key else set()

    def find_all(self, parts: Sequence[Part]) -> list[tuple[Part, StudentMatch | LeftOut]]:
        """Each part with its student.

        Many a system lets people choose their names.  So whom an id names in one part, only a name does not
        name in another.
        """
        found = [(part, self.find(part)) for part in parts]
        sure = {who.student for _, who in found if isinstance(who, StudentMatch) and not who.by_name}
        return [
            (part, self._only_named(part, who.student))
            if isinstance(who, StudentMatch) and who.by_name and who.student in sure
            else (part, who)
            for part, who in found
        ]

    def _only_named(self, part: Part, student: str) -> LeftOut:
        why = f"only the name is that of {student}, whom an id names elsewhere here"
        return LeftOut(part.label, why, HELP, self._shown({student}))

    def find(self, part: Part) -> StudentMatch | LeftOut:
        """The one student whom the claims of a part name."""
        label = Claim(Says.LABEL, part.label)
        named = [(claim, self.named(claim)) for claim in (label, *part.claims)]
        sure = [(claim, them) for claim, them in named if len(them) == 1]
        meant = {student for _, them in sure for student in them}
        if named[0][1] and len(named[0][1]) == 1:
            return StudentMatch(next(iter(named[0][1])), Says.LABEL.words)
        several = {student for _, them in named for student in them}
        if part.doubt:
            return LeftOut(part.label, part.doubt, HELP, self._shown(several))
        if len(meant) == 1:
            return StudentMatch(meant.pop(), sure[0][0].says.words)
        if meant:
            why = "names several students: " + ", ".join(
                sorted(f"{claim.says.words} {claim.value!r} is {next(iter(them))}" for claim, them in sure)
            )
            return LeftOut(part.label, why, HELP, self._shown(meant))
        if several:
            return LeftOut(part.label, "several students have this name", HELP, self._shown(several))
        return LeftOut(part.label, _nobody(part.claims), HELP, self._shown(self._near(part.claims)))

    def _near(self, claims: Sequence[Claim]) -> set[str]:
        """Students whose names look like the one that is claimed."""
        found: set[str] = set()
        folded = {_key(Says.NAME, name): them for name, them in self._names.items()}
        packed = {_key(Says.PACKED_NAME, name): them for name, them in self._names.items()}
        for claim in claims:
            if claim.says not in (Says.NAME, Says.PACKED_NAME) or any(map(str.isdigit, claim.value)):
                continue
            names = folded if claim.says is Says.NAME else packed
            close = difflib.get_close_matches(_key(claim.says, claim.value), names, _CANDIDATES, _ALIKE)
            found |= {student for name in close for student in names[name]}
        return found

    def _shown(self, students: set[str]) -> tuple[str, ...]:
        names = {student.id: student.name for student in self.students}
        return tuple(f"{names[one]} ({one})" for one in sorted(students))


def _nobody(claims: Sequence[Claim]) -> str:
    said: dict[str, dict[str, None]] = {}
    for claim in claims:
        said.setdefault(claim.value, {})[claim.says.words] = None
    told = ", ".join(f"{' or '.join(words)} {value!r}" for value, words in said.items())
    return f"not on the roster: {told}" if told else "the export does not say who handed it in"


def _key(says: Says, value: str) -> str:
    """The form in which two values are equal: without regard to case, and for names to signs and blanks."""
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", value.strip()).casefold())
    if says is Says.NAME:
        return " ".join(re.sub(r"[^\w\s-]|_", "", text).replace("-", " ").split())
    if says is Says.PACKED_NAME:
        return re.sub(r"[\W_]", "", text)
    if says is Says.MOODLE_ID:  # `Participant 31`, in any language
        return found[0] if (found := re.search(r"\d+$", text)) else text
    return text


def for_members(parts: Sequence[Part], people: People) -> tuple[list[Part], list[str]]:
    """The parts, those of a group once for each member; and a note about each group.

    Canvas names such a file by the group and the id of one member; the roster says who else is in the group.
    """
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
    names = {_key(Says.PACKED_NAME, claim.value) for claim in part.claims if claim.says is Says.PACKED_NAME}
    return [student for student in people.students if names & set(_groups(student))]


def _named_by_id(part: Part, people: People) -> set[str]:
    """The students whom Canvas's id in the name of a part names."""
    ids = (claim for claim in part.claims if claim.says is Says.CANVAS_ID)
    return {student for claim in ids for student in people.named(claim)}


def _groups(student: Student) -> Iterator[str]:
    for column, cell in student.more.items():
        if cell and plain_heading(column) in COLUMNS:
            yield _key(Says.PACKED_NAME, cell)


def _of(part: Part, member: Student) -> Part:
    claims = (Claim(Says.ID, member.id),)
    return Part(f"{part.label} ({member.name})", claims, part.files, part.at, part.late)
