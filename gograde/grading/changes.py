"""Knows what changed in a class: what a plan makes records from, against what those on disk were made from.

The head of each record holds a digest of each thing that the record was made from.  What `gograde run` makes,
what a preview foretells and what pages call out of date all come from `changes`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import CLASS_FILE, OVERRIDES, Classroom
from gograde.classroom.roster import ROSTER
from gograde.codec import to_value
from gograde.core.sighting import Sightings
from gograde.errors import DataError
from gograde.grading.plan_file import AssignmentPlan, LeaguePlan, Plan, read_plan
from gograde.grading.records import Head, MadeFrom, digest_of, read_head
from gograde.grading.work_paths import (
    gradebook_path,
    league_path,
    reports_path,
    round_path,
    run_path,
    score_path,
    tile_path,
)

RUN = "run"
ROUND = "round"
PLAY = "play"
RATE = "rate"
SCORE = "score"
GRADEBOOK = "gradebook"
REPORT = "report"
LEAGUE = (ROUND, PLAY, RATE)

SCORES = "scores of "
"""How the name of a gradebook's part begins that has the scores of an assignment."""

LOST = "lost"
"""Why a record is made that is not there, or not as it was written."""

FAILED = "failed"
"""Why a record is made anew in which the grader failed."""


@dataclass(frozen=True)
class PlannedRecord:
    """A record that a plan asks for, and the job that makes it, as a path of words.

    `name` is a student, or the number of a round or a tile; empty where there is one record.  `parts` are
    digests of what it is made from, and `inputs` the other records that it is made from, by name.
    """

    step: str
    assignment: str
    name: str
    job: str
    path: Path
    parts: MadeFrom
    inputs: Mapping[str, Sequence[Path]] = field(default_factory=dict)


@dataclass(frozen=True)
class DigestDifference:
    """A thing that differs, with its digests; `inherited` when another record of this name is made anew."""

    part: str
    before: str = ""
    now: str = ""
    inherited: bool = False


@dataclass(frozen=True)
class Change(PlannedRecord):
    """A record that is to be made anew, and why."""

    why: tuple[DigestDifference, ...] = ()

    @property
    def moved(self) -> set[str]:
        """The names of what differs."""
        return {one.part for one in self.why}


def changes(records: Iterable[PlannedRecord], heads: Mapping[Path, Head]) -> tuple[Change, ...]:
    """The records to be made anew; each of `records` comes after those that it is made from.  Pure."""
    anew: dict[Path, Change] = {}
    for one in records:
        if why := tuple(_differences(one, heads, anew.keys())):
            anew[one.path] = Change(**vars(one), why=why)
    return tuple(anew.values())


def _differences(
    one: PlannedRecord, heads: Mapping[Path, Head], anew: Collection[Path]
) -> Iterator[DigestDifference]:
    head, now = heads.get(one.path), made_from(one, heads)
    follows = [part for part, paths in one.inputs.items() if any(path in anew for path in paths)]
    if head is None or head.made_from is None:
        yield DigestDifference(LOST)
    else:
        if head.failed:
            yield DigestDifference(FAILED)
        before = head.made_from
        for part in sorted({*before, *now}.difference(follows)):
            if before.get(part) != now.get(part):
                yield DigestDifference(part, before.get(part, ""), now.get(part, ""))
    yield from (DigestDifference(part, inherited=True) for part in follows)


def telling(found: Iterable[Change]) -> tuple[Change, ...]:
    """The changes, of a student only the one that says most: that of the submission, else the first."""
    chosen: dict[object, Change] = {}
    for one in found:
        about = (one.assignment, one.name) if one.step in (RUN, SCORE) else one.path
        if about not in chosen or "submission" in one.moved - chosen[about].moved:
            chosen[about] = one
    return tuple(chosen.values())


def made_from(one: PlannedRecord, heads: Mapping[Path, Head]) -> MadeFrom:
    """A digest of each thing that a record is made from, as its inputs are now."""
    read = {
        part: digest_of([heads[path].sha256 if path in heads else "" for path in sorted(paths)])
        for part, paths in one.inputs.items()
    }
    return {**one.parts, **read}


def read_heads(paths: Iterable[Path]) -> dict[Path, Head]:
    """The heads of those records that are there."""
    return {path: head for path in paths if (head := read_head(path)) is not None}


def compared(records: Sequence[PlannedRecord]) -> tuple[Change, ...]:
    """Those of the records that are to be made anew, as they and what they are made from lie on disk."""
    inputs = {path for one in records for paths in one.inputs.values() for path in paths}
    return changes(records, read_heads(inputs.union(one.path for one in records)))


def slice_changes(classroom: Classroom, step: str, assignment: str, number: str) -> tuple[Change, ...]:
    """The records of a slice to be made anew by the plan on disk; raises `DataError` without one."""
    job = f"{step}/{assignment}/{number}"
    records = [one for one in records_of(classroom, read_plan(classroom)) if one.job == job]
    return compared(records)


def stamper(classroom: Classroom) -> Callable[[Path], MadeFrom]:
    """A function that says what a record at a path is made from now, by the plan on disk.

    A record that no plan asks for has no parts.
    """
    try:
        records = {one.path: one for one in records_of(classroom, read_plan(classroom))}
    except DataError:
        records = {}
    heads: dict[Path, Head] = {}

    def made(path: Path) -> MadeFrom:
        if path not in records:
            return {}
        inputs = {place for places in records[path].inputs.values() for place in places}
        heads.update(read_heads(inputs.difference(heads)))
        return made_from(records[path], heads)

    return made


def class_parts(classroom: Classroom) -> MadeFrom:
    """A digest of each file of a class as it was read; comments and blanks in a file do not change it."""
    values: Mapping[str, Any] = {
        CLASS_FILE: to_value(classroom.config),
        ROSTER: [asdict(student) for student in classroom.students],
        OVERRIDES: [*map(asdict, classroom.rows), *(one.value for one in classroom.corrections)],
    }
    return {name: digest_of(value) for name, value in values.items()}


def looks_of(seen: Sightings) -> Mapping[str, MadeFrom]:
    """By student what scores are made from that a person saw in pictures."""
    return {student: {"looks": digest_of([*map(str, looks)])} for student, looks in seen.items()}


# -- the records of a plan --------------------------------------------------------------------


def records_of(classroom: Classroom, plan: Plan, shown: MadeFrom | None = None) -> Iterator[PlannedRecord]:
    """All records of a plan, each after those that it is made from."""
    works = plan.assignments
    for name, work in works.items():
        yield from _runs(classroom, name, work)
        if work.league:
            yield from _league(classroom, name, work, work.league)
        yield from _scores(classroom, name, work, plan.backend)
    scores = {
        f"{SCORES}{name}": [score_path(classroom, name, who) for who in work.handed_in]
        for name, work in works.items()
    }
    marks, played = gradebook_path(classroom), [name for name, work in works.items() if work.league]
    yield PlannedRecord(GRADEBOOK, "", "", GRADEBOOK, marks, plan.gradebook, scores)
    inputs = {"gradebook": [marks], "league": [league_path(classroom, name) for name in played]}
    parts = {**plan.report, **(shown or {})}
    yield PlannedRecord(REPORT, "", "", REPORT, reports_path(classroom), parts, inputs)


def _slices(work: AssignmentPlan) -> dict[str, str]:
    """The slice of each student."""
    return {student: number for number, students in work.slices.items() for student in students}


def _runs(classroom: Classroom, name: str, work: AssignmentPlan) -> Iterator[PlannedRecord]:
    """Nothing runs of who handed in nothing."""
    slices = _slices(work)
    for student, path in _run_paths(classroom, name, work).items():
        parts = {"submission": work.handed_in[student].sha256 or "", "run": work.runs[student]}
        yield PlannedRecord(RUN, name, student, f"{RUN}/{name}/{slices[student]}", path, parts)


def _run_paths(classroom: Classroom, name: str, work: AssignmentPlan) -> dict[str, Path]:
    return {who: run_path(classroom, name, who) for who, one in work.handed_in.items() if one.sha256}


def _league(
    classroom: Classroom, name: str, work: AssignmentPlan, league: LeaguePlan
) -> Iterator[PlannedRecord]:
    runs = [*_run_paths(classroom, name, work).values()]
    rules, first, games = {"play": league.play}, round_path(classroom, name, 0), list[Path]()
    for number in range(league.rounds):
        before = {"games": [first, *games]} if number else {"runs": runs}
        pairs, at = round_path(classroom, name, number), f"{number:02}"
        yield PlannedRecord(ROUND, name, at, f"{ROUND}/{name}/{at}", pairs, rules, before)
        for tile in range(league.tiles):
            games.append(tile_path(classroom, name, number, tile))
            place = f"{at}-{tile:02}"
            yield PlannedRecord(
                PLAY, name, place, f"{PLAY}/{name}/{place}", games[-1], rules, {"pairs": [pairs]}
            )
    played, parts = {"runs": runs, "games": [first, *games]}, {"rate": league.rate}
    yield PlannedRecord(RATE, name, "", f"{RATE}/{name}", league_path(classroom, name), parts, played)


def _scores(classroom: Classroom, name: str, work: AssignmentPlan, backend: str) -> Iterator[PlannedRecord]:
    slices, runs = _slices(work), _run_paths(classroom, name, work)
    league = {"league": [league_path(classroom, name)]} if work.league else {}
    for student, sent in work.handed_in.items():
        parts = {
            "submission": sent.sha256 or "",
            "score": work.score,
            "time": f"{sent.submitted_at} {sent.time_basis}",
        }
        parts.update(work.looks.get(student, {}))
        if student not in runs:
            parts["sandbox"] = backend
        inputs = {**({"run": [runs[student]]} if student in runs else {}), **league}
        job, path = f"{SCORE}/{name}/{slices[student]}", score_path(classroom, name, student)
        yield PlannedRecord(SCORE, name, student, job, path, parts, inputs)
