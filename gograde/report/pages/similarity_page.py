"""Similar submissions, for staff: a table, JSON, and a page with the passages side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from gograde.classroom.classroom import Classroom
from gograde.grading.similarity import CERTAIN, MANY, SHORTEST, Pair, Side
from gograde.report.words.escape import file_name

SCHEMA = "gograde/similarity/v1"
SHOWN = 30  # pairs whose sources the page shows; the other pairs are only in the table
_AROUND = 2  # lines shown before and after a common passage


@dataclass(frozen=True)
class Similarity:
    """The findings in one assignment: `sources` by student and path, `left_out` with the reason."""

    assignment: str
    least: float
    pairs: Sequence[Pair]
    compared: int
    sources: Mapping[str, Mapping[str, str]]
    left_out: Mapping[str, str]


@dataclass(frozen=True)
class Line:
    """A line of a source; number 0 stands for lines that are not shown."""

    number: int
    text: str
    common: bool


def similarity_file(assignment: str) -> str:
    """The file of the page, below the reports."""
    return f"similarity-{file_name(assignment)}.html"


def in_json(found: Similarity) -> Mapping[str, Any]:
    """The findings as JSON values."""
    return {
        "assignment": found.assignment,
        "compared": found.compared,
        "pairs": [
            {"common": pair.common, "programs": [_side_in_json(side) for side in pair.sides]}
            for pair in found.pairs
        ],
        "left_out": [{"student": student, "reason": why} for student, why in found.left_out.items()],
    }


def _side_in_json(side: Side) -> Mapping[str, Any]:
    places = [{"path": at.path, "first": at.first, "last": at.last} for at in side.passages]
    return {"student": side.student, "share": round(side.share, 4), "passages": places}


def page_values(classroom: Classroom, found: Similarity) -> Mapping[str, Any]:
    """The values for the template of the page."""
    return {
        "title": classroom.config.title,
        "found": found,
        "people": {student.id: student for student in classroom.students},
        "shown": [(pair, [_excerpt(found, side) for side in pair.sides]) for pair in found.pairs[:SHOWN]],
        "length": SHORTEST,
        "sure": CERTAIN,
        "many": MANY,
    }


def _excerpt(found: Similarity, side: Side) -> list[tuple[str, list[Line]]]:
    """The lines around the common passages, by file."""
    sources = found.sources[side.student]
    common: dict[str, set[int]] = {path: set() for path in sources}
    for at in side.passages:
        common[at.path].update(range(at.first, at.last + 1))
    return [(path, _lines(sources[path], common[path])) for path in sources if common[path]]


def _lines(source: str, common: set[int]) -> list[Line]:
    near = {number + step for number in common for step in range(-_AROUND, _AROUND + 1)}
    shown: list[Line] = []
    for number, text in enumerate(source.split("\n"), 1):
        if number in near:
            shown.append(Line(number, text.rstrip("\r"), number in common))
        elif shown and shown[-1].number:
            shown.append(Line(0, "", common=False))
    return shown
