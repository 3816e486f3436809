"""What the page of a class tells besides the results: what imports left out, and which programs are alike.

`gograde similarity` keeps what it found in the class's work folder; it has no part in any mark.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from gograde.classroom.left_out import LeftOuts, read_left_out
from gograde.codec import Record, to_json
from gograde.files import write_changed
from gograde.grading.records import read_file
from gograde.grading.similarity import Likeness
from gograde.report.words.escape import file_name

FOLDER = "similarity"
AGAIN = "run gograde similarity again"
MOST = 30
"""Pairs of an assignment whose sources stand side by side on its page, and which the class's page names."""


class AlikeCluster(Record):
    """Programs that are the same or nearly the same."""

    programs: tuple[str, ...]
    identical: bool


class AlikePair(Record):
    """Two programs, and the larger share of one that the other has too."""

    programs: tuple[str, str]
    share: float


class Alike(Record):
    """What `gograde similarity` found in an assignment; programs have ids of students, or other names."""

    schema: Literal["gograde/alike/v1"] = "gograde/alike/v1"
    clusters: tuple[AlikeCluster, ...]
    pairs: tuple[AlikePair, ...]


@dataclass(frozen=True)
class Besides:
    """What imports left out, and by assignment which programs are alike and the page that shows them."""

    left_out: LeftOuts = field(default_factory=dict)
    alike: Mapping[str, Alike] = field(default_factory=dict)
    pages: Mapping[str, str] = field(default_factory=dict)


NOTHING = Besides()


def similarity_file(assignment: str) -> str:
    """The file of the page, below the reports."""
    return f"similarity-{file_name(assignment)}.html"


def load_besides(class_dir: Path, assignments: tuple[str, ...], reports: Path) -> Besides:
    """What is known of these assignments; raises `DataError` for a damaged file."""
    pages = {name: similarity_file(name) for name in assignments}
    there = {name: file for name, file in pages.items() if (reports / file).is_file()}
    alike = {
        name: read_file(Alike, path, AGAIN) for name in there if (path := _path(class_dir, name)).is_file()
    }
    return Besides(read_left_out(class_dir), alike, there)


def keep_alike(class_dir: Path, assignment: str, found: Likeness) -> None:
    """Keep what was found, for the page of the class."""
    clusters = tuple(AlikeCluster(programs=one.names, identical=one.identical) for one in found.clusters)
    pairs = tuple(
        AlikePair(programs=(one.sides[0].name, one.sides[1].name), share=round(one.share, 4))
        for one in found.pairs[:MOST]
    )
    write_changed(_path(class_dir, assignment), to_json(Alike(clusters=clusters, pairs=pairs)))


def _path(class_dir: Path, assignment: str) -> Path:
    return class_dir / "work" / FOLDER / f"{file_name(assignment)}.json"
