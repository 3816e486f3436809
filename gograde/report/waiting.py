"""The tests that a person may decide: those that wait, and those whose pictures the grader rejected."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from gograde.classroom.classroom import LOOK, OVERRIDE_COLUMNS, Override, load_class
from gograde.codec import replace
from gograde.core.record import PictureReading, PictureScore, TestScore, WrongPoint
from gograde.core.sighting import Sighting, sighting_of
from gograde.core.totals import decided
from gograde.core.verdict import Verdict
from gograde.errors import UsageError
from gograde.grading.facts import FAULT_TWICE
from gograde.grading.marks.doubts import Doubt, doubts_of
from gograde.grading.marks.gradebook import assess
from gograde.report.results import Result, Results, load_results
from gograde.report.words.answers import board_of

Seen = Literal["agrees", "differs", "unread"]
"""Whether the board that was read from a test's picture, without being sure, is the expected one."""


@dataclass(frozen=True)
class Candidate:
    """A test that a person may decide, with the result that it belongs to.

    `before` is its verdict when the person first saw it, where that was another one.
    """

    result: Result
    test: TestScore
    before: Verdict | None = None

    @property
    def submission(self) -> tuple[str, str]:
        """The ids of the assignment and the student."""
        return self.result.assignment.id, self.result.student.id

    @property
    def pictures(self) -> tuple[PictureScore, ...]:
        """All pictures of the run."""
        runs = (run for run in self.result.automatic.runs if run.batch == self.test.batch)
        return tuple(picture for run in runs for picture in run.pictures)

    @property
    def read(self) -> tuple[PictureScore, ...]:
        """The pictures that were read for the test."""
        names = {reading.picture for reading in self.test.readings}
        return tuple(picture for picture in self.pictures if picture.name in names)

    @property
    def own(self) -> tuple[PictureScore, ...]:
        """The pictures that the question is about; none when it is about all of the run.

        Where a picture was accepted and the test waits all the same, others speak against it.
        """
        accepted = any(reading.outcome == "accepted" for reading in self.test.readings)
        return () if accepted and self.test.verdict is not Verdict.AC else self.read

    @property
    def reason(self) -> str:
        """Why the test waits, or was rejected."""
        twice = (one.evidence for one in self.result.automatic.flags if one.id == FAULT_TWICE)
        return next(twice, self.test.message) if self.test.verdict is Verdict.JE else self.test.message

    @property
    def expected(self) -> tuple[str, ...] | None:
        """The board that a picture should show; None when the answer is no board."""
        return board_of(self.test.cause.expected) if self.test.cause else None

    @property
    def shows(self) -> tuple[str, tuple[str, ...]] | None:
        """The SHA-256 of the only picture that the test is about, and the board that it should show."""
        return (self.own[0].sha256, self.expected) if len(self.own) == 1 and self.expected else None

    @property
    def seen(self) -> Seen:
        """What the one picture that the question is about seems to show."""
        found = self.reading(self.own[0]) if len(self.own) == 1 else None
        if found is None or not found.board or not self.expected:
            return "unread"
        return "agrees" if tuple(found.board) == self.expected else "differs"

    def reading(self, picture: PictureScore) -> PictureReading | None:
        """What was read from a picture for this test, with the points that differ."""
        found = next((one for one in self.test.readings if one.picture == picture.name), None)
        if found is None or not found.board or found.wrong:
            return found
        return replace(found, wrong=_differing(self.expected, found.board))


def _differing(expected: Sequence[str] | None, board: Sequence[str]) -> tuple[WrongPoint, ...]:
    """The points of two boards that differ; none when they have other sizes."""
    if not expected or [*map(len, expected)] != [*map(len, board)]:
        return ()
    return tuple(
        WrongPoint(row=r, col=c, expected=wanted, seen=found)
        for r, rows in enumerate(zip(expected, board, strict=True))
        for c, (wanted, found) in enumerate(zip(*rows, strict=True))
        if wanted != found
    )


@dataclass(frozen=True)
class DecidedTests:
    """The tests of a submission with what persons decided of it, which may be newer than the marks.

    `before` are verdicts that the person saw first.
    """

    result: Result
    given: tuple[Override, ...]
    before: Mapping[str, Verdict] = field(default_factory=dict)

    @property
    def submission(self) -> tuple[str, str]:
        """The ids of the assignment and the student."""
        return self.result.assignment.id, self.result.student.id

    @cached_property
    def undecided(self) -> tuple[Candidate, ...]:
        """The tests that no person has decided."""
        done = {one.test for one in self.given}
        tests = [test for test in self.result.automatic.tests if test.name not in done]
        seen = {test.name: self.before.get(test.name, test.verdict) for test in tests}
        return tuple(
            Candidate(self.result, test, None if seen[test.name] is test.verdict else seen[test.name])
            for test in tests
        )

    @cached_property
    def waits(self) -> tuple[Candidate, ...]:
        """The tests that wait for a person."""
        if all(map(decided, self.result.automatic.tests)):
            return ()
        names = {*assess(self.result.automatic, self.given).graded.waits}
        return tuple(one for one in self.undecided if one.test.name in names)

    @property
    def rejected(self) -> tuple[Candidate, ...]:
        """The tests whose pictures the grader rejected."""
        return tuple(one for one in self.undecided if one.test.verdict is Verdict.WA and one.read)

    @property
    def tests(self) -> tuple[Candidate, ...]:
        """All tests on the sheet: what waits, what was rejected, and what has become right."""
        right = (one for one in self.undecided if one.test.verdict is Verdict.AC and one.before)
        return (*self.waits, *self.rejected, *right)

    @property
    def standing(self) -> tuple[int, int]:
        """How many tests of pictures are right, by the grader or by a person, and how many there are."""
        said = {one.test for one in self.given if one.decision == "right"}
        every = [test for test in self.result.automatic.tests if test.readings]
        return sum(one.verdict is Verdict.AC or one.name in said for one in every), len(every)

    @property
    def galleries(self) -> Mapping[str, tuple[PictureScore, ...]]:
        """The pictures of the runs in which a test waits without a picture of its own."""
        return {one.test.batch: one.pictures for one in self.waits if not one.own and one.pictures}


def programs(
    results: Results, overrides: Iterable[Override], *, rejected: bool = False
) -> tuple[DecidedTests, ...]:
    """The programs of which a test waits, by assignment, then in the order of the roster.

    With `rejected` also those of which only pictures were rejected.
    """
    given: defaultdict[tuple[str, str], list[Override]] = defaultdict(list)
    for one in overrides:
        given[one.assignment, one.student].append(one)
    every = (
        DecidedTests(result, tuple(given[work.id, result.student.id]))
        for work in results.gradebook.assignments
        for result in results.of_assignment(work.id)
    )
    return tuple(one for one in every if one.waits or (rejected and one.rejected))


def load_programs(class_dir: Path, student: str | None, assignment: str | None) -> tuple[DecidedTests, ...]:
    """The programs of a class of which a test waits, optionally of one student, one assignment or both.

    Of a student who is named also those of which only pictures were rejected.  Raises `UsageError` for a name
    that the class does not have, `DataError` for a class that was not graded.
    """
    part = load_results(class_dir).only(student, assignment)
    return programs(part, load_class(class_dir).overrides, rejected=student is not None)


def load_doubts(class_dir: Path, student: str | None, assignment: str | None) -> tuple[Doubt, ...]:
    """The corrections in doubt of a class, by assignment; like `load_programs`."""
    part = load_results(class_dir).only(student, assignment)
    results = (one for work in part.gradebook.assignments for one in part.of_assignment(work.id))
    return tuple(doubt for result in results for doubt in doubts_of(result.entry))


def doubt_in_json(one: Doubt) -> Mapping[str, Any]:
    """A correction in doubt as JSON values, with the keys of a waiting test and the correction."""
    now = one.correction.automatic
    return {
        "assignment": one.assignment,
        "student": one.student,
        "test": one.correction.test,
        "verdict": now.verdict.value if now else None,
        "reason": one.words,
        "corrected": one.correction.points,
        "pictures": [],
    }


def in_json(one: Candidate) -> Mapping[str, Any]:
    """A test that a person may decide as JSON values."""
    assignment, student = one.submission
    return {
        "assignment": assignment,
        "student": student,
        "test": one.test.name,
        "max_points": one.test.max_points,
        "verdict": one.test.verdict.value,
        "reason": one.reason,
        "seen": one.seen,
        "pictures": [picture.name for picture in one.own or one.pictures],
    }


# -- what a person says of them, as rows of `overrides.csv`: plain values ----------------------------

Word = Literal["right", "wrong"]

SHOWN = "a person showed where the board lies"


@dataclass(frozen=True)
class Ruling:
    """What a person says of tests; `by` whom, `at` what time, with a comment."""

    word: Word
    by: str
    at: str
    comment: str = ""


def corrections(program: DecidedTests, tests: Sequence[Candidate], ruling: Ruling) -> tuple[Override, ...]:
    """The correction of each test, and of each other test of the program that equal pixels answer.

    So no verdict stands beside a contrary word on a picture that looks the same.
    """
    shown = {one.shows for one in tests} - {None}
    contrary = Verdict.AC if ruling.word == "wrong" else Verdict.WA
    names = {one.test.name for one in tests}
    alike = [
        one
        for one in program.undecided
        if one.shows in shown and one.test.name not in names and one.test.verdict in (contrary, Verdict.RV)
    ]
    return tuple(_correction(one, ruling) for one in (*tests, *alike))


def _correction(one: Candidate, ruling: Ruling) -> Override:
    points = one.test.max_points if ruling.word == "right" else 0.0
    picture = _accepted(one) if ruling.word == "right" else ""
    told = ruling.by, ruling.at, _reason(one, ruling)
    return Override(*one.submission, one.test.name, points, *told, decision=ruling.word, picture=picture)


def _accepted(one: Candidate) -> str:
    """The board of the test in the only picture that the person was shown, and where it was read."""
    if one.shows is None:
        return ""
    (sha256, board), reading = one.shows, one.reading(one.own[0])
    lattice = reading.lattice if reading and reading.board and tuple(reading.board) == board else None
    try:
        return str(sighting_of(str(Sighting(sha256, board, (len(board), len(board[0])), lattice))))
    except ValueError:  # of another kind of board: the decision stands alone
        return ""


def _reason(one: Candidate, ruling: Ruling) -> str:
    ours = one.test.verdict is Verdict.JE
    did = "judged what the grader could not" if ours else "looked at the picture"
    return f"a person {did}: {ruling.word}" + (f" ({ruling.comment})" if ruling.comment else "")


def now() -> str:
    """The time of a decision that is made now."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def decision_json(one: Override) -> Mapping[str, Any]:
    """A decision as JSON values, with the names of the columns of `overrides.csv`."""
    told = {"assignment": one.assignment, "student_id": one.student}
    return told | {name: getattr(one, name) for name in OVERRIDE_COLUMNS if name not in told}


# -- a look ---------------------------------------------------------------------------------


_PLACE = r"(-?[\d.]+)[\s,]+(-?[\d.]+)"
CORNERS = re.compile(rf"{_PLACE}[\s,;]+{_PLACE}")
KINDS = re.compile(r"[\s,;]+".join([r"(?:-|(\d+)\s+(\d+))"] * 3))


def corners_of(one: Candidate) -> str:
    """The corners of the board as it was read from the only picture of the test, in words of `look_row`."""
    reading = one.reading(one.own[0]) if one.shows else None
    if reading is None or reading.lattice is None or one.expected is None:
        return ""
    x, right, y, down = reading.lattice
    far_x, far_y = x + (len(one.expected[0]) - 1) * right, y + (len(one.expected) - 1) * down
    return f"{x:.0f} {y:.0f} {far_x:.0f} {far_y:.0f}"


def look_row(one: Candidate, corners: str, kinds: str, ruling: tuple[str, str]) -> Override:
    """The row that shows where the board of a picture lies; `ruling` is by whom and at what time.

    `corners` are the x and y in pixels of the points at the top left and at the bottom right.  `kinds` are
    the row and column of an empty point, a black stone and a white one, with `-` for none.  Raises
    `UsageError` for other words, and for a test without one picture.
    """
    if one.shows is None:
        raise UsageError("the look", "no single picture is asked about", "accept or reject what is shown")
    (sha256, board), (by, at) = one.shows, ruling
    places, shown = CORNERS.fullmatch(corners.strip()), KINDS.fullmatch(kinds.strip() or "- - -")
    try:
        if places is None or shown is None:
            raise ValueError("takes corners in pixels, and three points")
        size = len(board), len(board[0])
        x, y, far_x, far_y = map(float, places.groups())
        place = x, (far_x - x) / (size[1] - 1), y, (far_y - y) / (size[0] - 1)
        seen = Sighting(sha256, None, size, place)
        cells = zip(".XO", shown.groups()[::2], shown.groups()[1::2], strict=True)
        points = ";".join(f"{sign}{row},{col}" for sign, row, col in cells if row)
        picture = str(sighting_of(f"{seen} points={points}" if points else str(seen)))
    except (ValueError, ZeroDivisionError) as error:
        fix = "write 50 50 450 450, then 0 0, 0 1, - where no white stone is"
        raise UsageError("the look", str(error), fix) from None
    return Override(*one.submission, "", 0.0, by, at, SHOWN, decision=LOOK, picture=picture)
