"""The review queue and the corrections of a class: several sittings decide the same class at once."""

from __future__ import annotations

import secrets
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from threading import Event, Lock, Thread
from typing import Any

from gograde.app.classroom.room import Room, text_of
from gograde.classroom.classroom import OVERRIDE_COLUMNS, OVERRIDES, Override, override_of
from gograde.errors import DataError, GogradeError, UsageError
from gograde.grading.marks.overrides_file import add_overrides, check_overrides, take_out
from gograde.report.results import check_known
from gograde.report.sitting import Sitting, pressed, renew_marks
from gograde.report.waiting import now

MOST = 40
"""Sittings that are kept; the one that was used longest ago is forgotten."""


class Review:
    """The sittings of all open pages, of which one does something at a time."""

    def __init__(self, room: Room) -> None:
        self._room, self._lock, self._wrote = room, Lock(), Event()
        self._sittings: OrderedDict[str, Sitting] = OrderedDict()
        Thread(target=self._keep_marks, daemon=True).start()

    def begin(self, student: str = "", assignment: str = "") -> str:
        """The name of a new sitting over what waits now, optionally of a student or an assignment."""
        wanted = [
            one
            for one in self._room.programs(rejected=bool(student))
            if student in ("", one.submission[1]) and assignment in ("", one.submission[0])
        ]
        name = secrets.token_hex(12)
        with self._lock:
            self._sittings[name] = Sitting(self._room.class_dir, wanted, self._room.by)
            while len(self._sittings) > MOST:
                self._sittings.popitem(last=False)
        return name

    def look(self, name: str) -> Sitting | None:
        """A sitting as it stands now; None for one that is not known any more."""
        with self._lock:
            sitting = self._sittings.get(name)
            if sitting is not None:
                sitting.renew()
        return sitting

    def too_old(self) -> UsageError:
        """What is told to a page whose sitting is not known."""
        return UsageError("gograde view", "this page is from before it was started", "load the page again")

    def press(self, asked: dict[str, Any]) -> tuple[Sitting, str]:
        """Do what a page asks for; returns its sitting, and what there is to say.

        Raises `DataError` when the page shows something else than what waits now, and `UsageError` for a page
        that is too old, and for a look that is none.  Nothing is written then.
        """
        with self._lock:
            sitting = self._sittings.get(text_of(asked, "sitting"))
            if sitting is None:
                raise self.too_old()
            self._sittings.move_to_end(text_of(asked, "sitting"))
            sitting.renew()
            if text_of(asked, "shown") != seal_of(sitting):
                what = "somebody has decided something of what you see, or it was graded again"
                raise DataError("gograde view", what, "look again: the page shows it as it is now")
            sitting.by = text_of(asked, "by").strip() or self._room.by
            said = _done(sitting, asked)
            sitting.renew()
            if sitting.wrote:
                sitting.wrote = False
                self._wrote.set()
            return sitting, said

    def _keep_marks(self) -> None:
        """Renew the marks after decisions; what cannot be renewed now waits for the next grading."""
        while self._wrote.wait():
            self._wrote.clear()
            with suppress(GogradeError):
                renew_marks(self._room.class_dir)


def _done(sitting: Sitting, asked: Mapping[str, Any]) -> str:
    key = text_of(asked, "key")
    if not sitting.over and key == "g":
        return sitting.go(text_of(asked, "number"))
    if not sitting.over and key == "l":
        return sitting.look(text_of(asked, "corners"), text_of(asked, "kinds"))
    return pressed(sitting, key, text_of(asked, "comment").strip())


def seal_of(sitting: Sitting) -> str:
    """A word for what a page of this sitting shows: another whenever a person would see something else."""
    if sitting.over:
        return sha256(b"").hexdigest()
    tests = [
        (one.submission, one.test, [each.sha256 for each in one.pictures]) for one in sitting.shown.tests
    ]
    return sha256(
        repr((sitting.current and sitting.current.test.name, tests)).encode("utf-8", "surrogatepass")
    ).hexdigest()


def seal_of_row(one: Override) -> str:
    """A word for a row, another one when anything in it is changed; its line does not matter."""
    cells = (one.assignment, one.student, one.test, one.points, one.by, one.at, one.reason, one.decision)
    return sha256(repr((*cells, one.picture)).encode("utf-8", "surrogatepass")).hexdigest()


def add_correction(room: Room, asked: dict[str, Any]) -> str:
    """Add a correction; returns what there is to say.

    Raises `UsageError` for a name that the class does not have, `DataError` for a row that would be wrong and
    where somebody has corrected the test already.
    """
    classroom, results = room.classroom, room.results()
    row = {name: text_of(asked, name).strip() for name in OVERRIDE_COLUMNS}
    check_known("--assignment", row["assignment"], [*classroom.assignments])
    check_known("--student", row["student_id"], [one.id for one in classroom.students])
    path = room.class_dir / OVERRIDES
    line = 1 + path.read_bytes().count(b"\n") if path.is_file() else 2
    new = override_of(f"{path}:{line}", {**row, "at": now(), "picture": ""}, classroom.config)
    result = results.get(new.student, new.assignment)
    if result is None:
        what = f"{new.student} has no result of {new.assignment}"
        raise DataError(str(room.class_dir), what, f"gograde run {room.class_dir}")
    check_overrides([new], result.record.tests, str(path))
    add_overrides(room.class_dir, [new])
    return f"Written: {new.points:g} for {new.test or 'the whole'} of {new.student} in {new.assignment}."


def take_correction_out(room: Room, asked: dict[str, Any]) -> str:
    """Take out the correction that a page names by its seal; returns what there is to say.

    Raises `DataError` when no row says just that any more.
    """
    wanted = text_of(asked, "row")
    found = next((one for one in room.classroom.rows if seal_of_row(one) == wanted), None)
    if found is None:
        what = "this correction was changed or taken out meanwhile"
        raise DataError(str(room.class_dir / OVERRIDES), what, "look at it again")
    take_out(room.class_dir, [found])
    return f"Taken out: {found.test or 'the whole'} of {found.student} in {found.assignment}."
