"""Imports an export into an assignment of a class."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta, tzinfo
from pathlib import Path
from typing import Literal

from gograde.classroom.class_config import Resubmissions
from gograde.classroom.classroom import Classroom
from gograde.classroom.former import SUBMISSIONS
from gograde.classroom.handed_in import NOT_LATE, TIME_COLUMNS, TIMES, find_submissions
from gograde.classroom.importing.outcome import Arrival, Brought, ImportReport
from gograde.classroom.importing.who import NAMING, People, StudentMatch, for_members
from gograde.classroom.left_out import Answers, note_import, read_answers
from gograde.classroom.tables import parse_time, read_table
from gograde.files import FILE_MODE, make_folder, write_changed
from gograde.intake.downloads.archives import FolderSource
from gograde.intake.downloads.part import Export, LeftOut, Member, Part, Sorted
from gograde.intake.downloads.people_table import claims_of, read_people, submitted_at
from gograde.intake.downloads.recognise import open_export, sort
from gograde.intake.downloads.repositories import clones, is_list
from gograde.intake.downloads.systems import GIT, PLAIN, System, is_nobody
from gograde.intake.names import (
    UNREADABLE,
    RefusedError,
    is_archive,
    is_junk,
    language_of,
    readable,
    safe_path,
    suffix_of,
)
from gograde.listing import named, safe

# -- attempts ----------------------------------------------------------------------------------------------
# Which of a student's submissions counts, by the rule of the class; and the times that are known of them.


@dataclass(frozen=True)
class Moment:
    """A time, and the system or person that named it."""

    at: datetime
    source: str = ""

    @property
    def exact(self) -> bool:
        """Whether it is the moment of the submission, and not only a bound of it."""
        return self.source != NOT_LATE


@dataclass(frozen=True)
class Attempt:
    """A part with its student, what named the student, and when it was handed in (None: not known)."""

    student: str
    part: Part
    by: str
    time: Moment | None = None


def counts(first: datetime, second: datetime, deadline: datetime | None, rule: Resubmissions) -> bool:
    """Whether the submission at `second` counts rather than the one at `first`."""
    if second <= first:
        return False
    return rule == "last" or deadline is None or second <= deadline or first > deadline


def chosen(
    attempts: Sequence[Attempt], deadline: datetime | None, rule: Resubmissions
) -> tuple[Attempt | None, list[LeftOut], list[str]]:
    """The attempt of one student that counts; what is left out; notes about attempts that do not count."""
    if len(attempts) == 1:
        return attempts[0], [], []
    timed = sorted(
        (one.time.at, number) for number, one in enumerate(attempts) if one.time and one.time.exact
    )
    if len({at for at, _ in timed}) < len(attempts):
        why = f"{attempts[0].student} has {len(attempts)} submissions here, and no times tell them apart"
        return None, [LeftOut(one.part.label, why, "keep the one that counts") for one in attempts], []
    best, *later = timed
    for one in later:
        best = one if counts(best[0], one[0], deadline, rule) else best
    taken = attempts[best[1]]
    notes = [
        f"{attempts[number].part.label}: {'after the deadline' if at > best[0] else 'an earlier attempt'}; "
        f"{taken.part.label} counts (resubmissions: {rule})"
        for at, number in timed
        if number != best[1]
    ]
    return taken, [], notes


def load_times(path: Path) -> dict[str, Moment]:
    """The times in the table by student, none without a table; raises `DataError`."""
    if not path.is_file():
        return {}
    rows = read_table(path, TIME_COLUMNS, TIME_COLUMNS[:2])
    return {
        row["student_id"]: Moment(parse_time(row["submitted_at"], line), row["source"]) for line, row in rows
    }


def save_times(path: Path, times: Mapping[str, Moment]) -> bool:
    """Write the table unless it says the same already; returns whether it was written."""
    if (not times and not path.is_file()) or times == load_times(path):
        return False
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(TIME_COLUMNS)
    table.writerows((student, one.at.isoformat(), one.source) for student, one in times.items())
    return write_changed(path, text.getvalue().encode())


# -- A table of a learning system with its ids of students, and perhaps with times of submission -----------


@dataclass(frozen=True)
class SystemTable:
    """Times by student, whom other rows name (empty: nobody) by field, and how many rows are strangers'."""

    times: Mapping[str, Moment] = field(default_factory=dict)
    named: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    strangers: int = 0


def read_system_table(path: Path, people: People, zone: tzinfo) -> SystemTable:
    """Whom a table names.

    Times without an offset are those of `zone`.  Raises `DataError`.
    """
    times, strangers = dict[str, Moment](), 0
    named: dict[str, dict[str, str]] = {}
    rows = list(read_people(path).people())
    known = people.find_all([Part("", claims_of(person), {}) for _, person in rows])
    for (where, person), (part, found) in zip(rows, known, strict=True):
        student = found.student if isinstance(found, StudentMatch) else ""
        if not student and not is_nobody(person):
            if (label := person.get("label")) and not part.claims:
                named.setdefault("label", {})[label] = ""
            else:
                strangers += 1
            continue
        for name in person.keys() & NAMING:
            named.setdefault(name, {})[person[name]] = student
        if not student:
            continue
        if at := submitted_at(person, where):
            times[student] = Moment(at if at.tzinfo else at.replace(tzinfo=zone), path.name)
    return SystemTable(times, named, strangers)


# -- puts submissions into a class: first whole beside their place, then by one rename ---------------------
# What stands in the place already is never written over.  It is moved to `replaced/`, where it stays.

REPLACED = "replaced"
"""The folder of a class that keeps the submissions which others took the place of."""

STAGING = ".importing"
"""Beside the submissions of an assignment; its name begins with a dot, so nothing in it is graded."""

PART_BYTES = 64 * 1024 * 1024
"""Bytes of a submission; grading refuses more than 20 MiB, so what is refused here has no marks to lose."""

PART_FILES = 2000
"""Files of a submission; grading refuses more than 500."""

Content = Mapping[str, str]
"""The SHA-256 of each file of a submission, by path."""


@contextmanager
def staging(folder: Path) -> Iterator[Path]:
    """A folder for submissions that are not in place yet; it is gone afterwards."""
    place = folder / STAGING
    shutil.rmtree(place, ignore_errors=True)
    make_folder(place)
    try:
        yield place
    finally:
        shutil.rmtree(place, ignore_errors=True)


def stage(source: Export, files: Mapping[str, Member], folder: Path) -> Content:
    """Copy the files of a submission into a new folder; raises `RefusedError` for a name or a size."""
    if len(files) > PART_FILES:
        raise RefusedError(f"more than {PART_FILES} files")
    folder.mkdir(mode=0o700)
    left, content = PART_BYTES, {}
    for name, entry in files.items():
        path = safe_path(name)
        if not path:
            raise RefusedError(f"{safe(name)}: no name for a file")
        sha256, size = _copy(source, entry, folder, path, left)
        content[path] = sha256
        left -= size
    return content


def _copy(source: Export, entry: Member, folder: Path, path: str, most: int) -> tuple[str, int]:
    target, whole, size = folder / path, hashlib.sha256(), 0
    try:
        make_folder(target.parent)
        descriptor = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, FILE_MODE)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        raise RefusedError(f"{safe(path)}: two files, or a file and a folder, of one name") from None
    with open(descriptor, "wb") as file:  # noqa: PTH123 - a descriptor
        for chunk in source.chunks(entry):
            size += len(chunk)
            if size > most:
                raise RefusedError(f"more than {PART_BYTES // 1024 // 1024} MiB, at {safe(path)}")
            whole.update(chunk)
            file.write(chunk)
    return whole.hexdigest(), size


def content_of(path: Path) -> Content:
    """What is in a place already: a folder, or a file by its name; links are named, never followed."""
    if path.is_symlink() or not path.is_dir():
        return {readable(path.name): _digest(path)}
    source = FolderSource(path)
    content = dict(source.skipped)
    for entry in source.entries:
        whole = hashlib.sha256()
        for chunk in source.chunks(entry):
            whole.update(chunk)
        content[entry.path] = whole.hexdigest()
    return content


def _digest(path: Path) -> str:
    """The SHA-256 of a regular file; empty for anything else."""
    if path.is_symlink() or not path.is_file():
        return ""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def without_junk(content: Content) -> Content:
    """The files that count: not those that tools leave behind."""
    return {path: sha256 for path, sha256 in content.items() if not is_junk(path)}


def put(staged: Path, place: Path) -> None:
    """Move a staged submission into its place, which is free."""
    staged.rename(place)


def set_aside(class_dir: Path, assignment: str, student: str, old: Path) -> str:
    """Move a submission that is replaced; returns where it is now, relative to the class."""
    folder = class_dir / REPLACED / assignment / student
    number = 1
    while (folder / str(number)).exists():
        number += 1
    make_folder(folder / str(number))
    target = folder / str(number) / old.name
    old.rename(target)
    return target.relative_to(class_dir).as_posix()


@dataclass(frozen=True)
class ClashRules:
    """What decides between two submissions: the student's deadline, the rule of the class, the person.

    `keep` is the person's answer for what nothing else decides: the one in the class stays.
    """

    deadline: datetime | None
    rule: Resubmissions
    replace: bool = False
    keep: bool = False


REPLACE = "--clash keep leaves it, --clash replace takes this one; the other goes to the folder replaced"
NAMED = 12
"""Students or files that a note names; the others are counted or left out."""

TOO_MUCH = "ask for a smaller one, or put it there by hand"


@dataclass(frozen=True)
class ImportRequest:
    """How a person wants an export imported.

    `zone` is that of times without an offset; `local` takes repositories of this machine.
    """

    kind: System | None = None
    table: Path | None = None
    zone: tzinfo | None = None
    clash: Literal["replace", "keep"] | None = None
    preview: bool = False
    local: bool = False


@dataclass(frozen=True)
class _Move:
    """A staged submission that goes into its place, and what stands there."""

    brought: Brought
    staged: Path
    old: Path | None


@dataclass
class _Import:
    """An import under way; `times` becomes the table of times."""

    classroom: Classroom
    wanted: ImportRequest
    people: People
    outcome: ImportReport
    times: dict[str, Moment]
    answers: Answers
    table: SystemTable = field(default_factory=SystemTable)
    moves: list[_Move] = field(default_factory=list)

    @property
    def folder(self) -> Path:
        return self.classroom.path / SUBMISSIONS / self.outcome.assignment

    @property
    def zone(self) -> tzinfo:
        """That of times without an offset: as asked for, else that of the due date."""
        due = self.classroom.assignments[self.outcome.assignment].due
        return self.wanted.zone or (due.tzinfo if due is not None else None) or UTC

    def rules(self, student: str, sha256: str = "") -> ClashRules:
        """What decides between two submissions of a student; the new one has this digest."""
        rules = self.classroom.assignments[self.outcome.assignment]
        extra = timedelta(hours=rules.extensions.get(student, 0), minutes=rules.late.grace_minutes)
        due = None if rules.due is None else rules.due + extra
        clash, before = self.wanted.clash, self.answers.unreplaced.get(student)
        keep = clash == "keep" or before == sha256
        return ClashRules(due, self.classroom.config.resubmissions, clash == "replace", keep)


def import_export(classroom: Classroom, assignment: str, export: Path, wanted: ImportRequest) -> ImportReport:
    """Bring the submissions of an export into the class; raises `UsageError` or `DataError` before it begins.

    A student has a submission whole or not at all, whenever the import ends.
    """
    outcome = ImportReport(PLAIN, assignment, preview=wanted.preview)
    table = classroom.path / SUBMISSIONS / assignment / TIMES
    answers = read_answers(classroom.path, assignment)
    work = _Import(classroom, wanted, People(classroom.students), outcome, load_times(table), answers)
    if wanted.table is not None:
        work.table = read_system_table(wanted.table, work.people, work.zone)
        if strangers := work.table.strangers:
            named_nobody = "1 row names" if strangers == 1 else f"{strangers} rows name"
            outcome.notes.append(f"{wanted.table.name}: {named_nobody} nobody of the roster")
        answers.add(work.table.named)
    for name, values in answers.named.items():
        for value, student in values.items():
            if student in {one.id for one in classroom.students}:
                work.people.add(student, {name: value})
    if wanted.kind is GIT or (wanted.kind is None and is_list(export)):
        with clones(export, local=wanted.local) as (folder, found):
            _bring(work, folder, GIT, found)
    else:
        with open_export(export) as source:
            kind, found = sort(source, str(export), wanted.kind, work.people.named)
            _bring(work, source, kind, found)
    if not wanted.preview:
        left, taken = ([one.label for one in them] for them in (outcome.left, outcome.brought))
        note_import(classroom.path, assignment, {export.name: left}, taken, answers)
    return outcome


def _bring(work: _Import, source: Export, kind: System, given: Sorted) -> None:
    work.outcome.kind = kind
    found = _without_nobodies(work, given)
    work.outcome.left += found.left
    work.outcome.notes += found.notes
    there = find_submissions(work.classroom, work.outcome.assignment).paths
    with staging(work.folder) as place:
        for number, attempts in enumerate(_by_student(work, found.parts)):
            rules = work.rules(attempts[0].student)
            best, left, notes = chosen(attempts, rules.deadline, rules.rule)
            work.outcome.left += left
            work.outcome.notes += notes
            if best is not None:
                _take(work, source, best, there.get(best.student), place / str(number))
        _say_what_has_no_time(work)
        handed_in = {*there, *(one.student for one in work.outcome.brought)}
        work.outcome.missing = [one.id for one in work.people.students if one.id not in handed_in]
        if not work.wanted.preview:
            _put_in_place(work)


def _without_nobodies(work: _Import, found: Sorted) -> Sorted:
    """An export without what is nobody's: by the table of `--map`, or as a system's own test student."""
    answered = work.answers.named
    nobodies = {
        (name, said) for name, them in answered.items() for said, student in them.items() if not student
    }

    def nobodys(part: Part) -> bool:
        named = any(work.people.named(claim) for claim in part.claims)
        said = {("label", part.label), *((c.says.field, c.value) for c in part.claims)}
        return bool(said & nobodies) or (not named and any(is_nobody({name: it}) for name, it in said))

    left = [one for one in found.left if ("label", one.label) in nobodies]
    parts = [part for part in found.parts if nobodys(part)]
    if passed := [*(part.label for part in parts), *(one.label for one in left)]:
        work.outcome.notes.append(f"passed over, since nobody of the class is meant: {', '.join(passed)}")
    return replace(
        found,
        parts=[part for part in found.parts if part not in parts],
        left=[one for one in found.left if one not in left],
    )


def _by_student(work: _Import, parts: Sequence[Part]) -> list[list[Attempt]]:
    """The attempts of each student who has any, in the order of the roster."""
    found: dict[str, list[Attempt]] = {student.id: [] for student in work.people.students}
    single, notes = for_members(parts, work.people)
    work.outcome.notes += notes
    for part, who in work.people.find_all(single):
        if isinstance(who, LeftOut):
            work.outcome.left.append(who)
        else:
            found[who.student].append(Attempt(who.student, part, who.by, _time_of(work, part, who.student)))
    return [attempts for attempts in found.values() if attempts]


def _time_of(work: _Import, part: Part, student: str) -> Moment | None:
    """When a part was handed in, as the export or the system's table says it."""
    if part.at is not None:
        note = f"times without an offset are read as {part.at.replace(tzinfo=work.zone):%z} (--zone)"
        if part.at.tzinfo is None and work.wanted.zone is None and note not in work.outcome.notes:
            work.outcome.notes.append(note)
        at = part.at if part.at.tzinfo is not None else part.at.replace(tzinfo=work.zone)
        return Moment(at, work.outcome.kind.word)
    if student in work.table.times:
        return work.table.times[student]
    due = work.classroom.assignments[work.outcome.assignment].due
    return Moment(due, NOT_LATE) if part.late is False and due is not None else None


# -- one submission -------------------------------------------------------------------------


def _take(work: _Import, source: Export, one: Attempt, old: Path | None, staged: Path) -> None:
    """Stage a submission, and decide what becomes of it."""
    try:
        content = stage(source, one.part.files, staged)
    except RefusedError as refusal:
        work.outcome.left.append(LeftOut(one.part.label, str(refusal), TOO_MUCH))
        return
    before, why = work.times.get(one.student), ""
    state: Arrival | None = Arrival.NEW
    if old is not None:
        same = without_junk(content_of(old)) == without_junk(content)
        sha256 = hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()
        rules = work.rules(one.student, sha256)
        state, why = (Arrival.SAME, "") if same else decided(before, one.time, rules)
        if state is Arrival.KEPT and rules.keep:
            work.answers.unreplaced[one.student] = sha256
    if state is None:
        work.outcome.left.append(LeftOut(one.part.label, f"{one.student}: {why}", REPLACE))
        return
    why = why or _set_time(work, one, state)
    now = work.times.get(one.student)
    late = "the system marks it LATE" if one.part.late and now is None else ""
    notes = filter(None, (why, late, _without_program(without_junk(content))))
    names = {student.id: student.name for student in work.people.students}
    brought = Brought(
        one.student,
        names[one.student],
        state,
        one.part.label,
        one.by,
        len(content),
        now.at.isoformat() if now else "",
        "; ".join(notes),
    )
    work.outcome.brought.append(brought)
    if state in (Arrival.NEW, Arrival.REPLACED):
        work.moves.append(_Move(brought, staged, old))


def _without_program(content: Content) -> str:
    """What was handed in instead of a program, by the names of its files; nobody looks into archives here."""
    if any(language_of(path) or is_archive(path) for path in content):
        return ""
    kinds = [f"{safe(path)} ({UNREADABLE.get(suffix_of(path), 'no source')})" for path in content]
    return f"no program: {', '.join(kinds[:NAMED])}{' …' if len(kinds) > NAMED else ''}"


def _set_time(work: _Import, one: Attempt, state: Arrival) -> str:
    """Note when a submission was handed in; returns what a person should know of an earlier line."""
    before, told = work.times.get(one.student), one.time
    if state is Arrival.KEPT or told == before:
        return ""
    if told is None or (
        before is not None and before.exact and not told.exact and state is not Arrival.REPLACED
    ):
        if state is Arrival.REPLACED:
            work.times.pop(one.student, None)
        return ""
    if before is not None and before.exact and state is Arrival.SAME:
        differs = told.exact and told.at != before.at
        return f"the export says {told.at.isoformat()}; the line of {TIMES} stays" if differs else ""
    work.times[one.student] = told
    moved = before is not None and before.at != told.at and state is Arrival.NEW
    return f"the line of {TIMES} said {before.at.isoformat()}" if moved and before is not None else ""


def _say_what_has_no_time(work: _Import) -> None:
    if work.classroom.assignments[work.outcome.assignment].due is None:
        return
    bare = [one.student for one in work.outcome.brought if one.student not in work.times]
    if bare:
        work.outcome.notes.append(
            f"no time is known of {named(bare, NAMED)}: such a submission counts as handed in when it is "
            f"first graded; give --map FILE with times, or write them into {TIMES}"
        )
    timed = [one.student for one in work.outcome.brought if one.student in work.times]
    due = [student for student in timed if not work.times[student].exact]
    if due:
        work.outcome.notes.append(
            f"no time is known of {named(due, NAMED)}, and the system marks nothing late there: "
            "such a submission counts as handed in when due"
        )


# -- all of them into their places ----------------------------------------------------------


def _put_in_place(work: _Import) -> None:
    """Move what was staged.  A replaced submission has no time until the new one is in place."""
    table = work.folder / TIMES
    replaced = {move.brought.student for move in work.moves if move.old is not None}
    before = load_times(table)
    save_times(table, {student: one for student, one in before.items() if student not in replaced})
    kept = {one.student: one for one in work.outcome.brought}
    for move in work.moves:
        who = move.brought.student
        if move.old is not None:
            aside = set_aside(work.classroom.path, work.outcome.assignment, who, move.old)
            note = "; ".join(filter(None, (f"the old one is in {aside}", move.brought.note)))
            kept[who] = replace(move.brought, note=note)
        put(move.staged, work.folder / who)
    work.outcome.brought = list(kept.values())
    save_times(table, work.times)
    work.outcome.times_written = before != work.times


def decided(old: Moment | None, new: Moment | None, rules: ClashRules) -> tuple[Arrival | None, str]:
    """The state of a submission that differs from the one in the class, and why; None: a person must say."""
    if rules.replace:
        return Arrival.REPLACED, ""
    if old is None or new is None or not (old.exact and new.exact) or old.at == new.at:
        if rules.keep:
            return Arrival.KEPT, "the one in the class stays, as a person said (--clash keep)"
        return None, "another submission of the student is in the class, and no times say which is newer"
    if counts(old.at, new.at, rules.deadline, rules.rule):
        return Arrival.REPLACED, ""
    if new.at < old.at:
        return Arrival.KEPT, f"earlier than the one in the class, of {old.at.isoformat()}"
    why = f"after the deadline; the one in the class, of {old.at.isoformat()}, is from before it"
    return Arrival.KEPT, f"{why} (resubmissions: {rules.rule})"
