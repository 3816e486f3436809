"""What a person says of pictures, as rows of `overrides.csv`.

Plain values and functions, pure but for the clock of `now`; a terminal and a page call the same ones.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from gograde.classroom.classroom import LOOK, OVERRIDE_COLUMNS, Override
from gograde.errors import UsageError
from gograde.report.waiting import Candidate, Program
from gograde.scoring.sighting import Sighting, sighting_of
from gograde.scoring.verdict import Verdict

Word = Literal["right", "wrong"]

SHOWN = "a person showed where the board lies"


@dataclass(frozen=True)
class Ruling:
    """What a person says of tests; `by` whom, `at` what time, with a comment."""

    word: Word
    by: str
    at: str
    comment: str = ""


def corrections(program: Program, tests: Sequence[Candidate], ruling: Ruling) -> tuple[Override, ...]:
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


def in_json(one: Override) -> Mapping[str, Any]:
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
