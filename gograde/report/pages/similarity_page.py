"""Similar submissions, for staff: a table, JSON, and a page with the passages side by side."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

from rich.table import Table

from gograde.classroom.classroom import Classroom
from gograde.grading.class_sources import SimilaritySources
from gograde.grading.similarity import CERTAIN, MANY, SHORTEST, Likeness, PairSide
from gograde.report.words.escape import file_name, isolated, terminal
from gograde.report.words.wording import counted

SCHEMA = "gograde/similarity/v1"
_AROUND = 2  # lines shown before and after a common passage

MOST = 30
"""Pairs of an assignment whose sources stand side by side on its page."""


def similarity_file(assignment: str) -> str:
    """The file of the page, below the reports."""
    return f"similarity-{file_name(assignment)}.html"


def similarity_pages(assignments: Iterable[str], reports: Path) -> Mapping[str, str]:
    """The files of the pages that there are, by assignment."""
    files = {name: similarity_file(name) for name in assignments}
    return {name: file for name, file in files.items() if (reports / file).is_file()}


@dataclass(frozen=True)
class Similarity:
    """The findings in one assignment: who was compared with how many others, and who was left out why."""

    assignment: str
    least: float
    likeness: Likeness
    given: SimilaritySources

    @property
    def sources(self) -> Mapping[str, Mapping[str, str]]:
        """The texts of each program by its name and path."""
        return {each.name: each.sources.texts for each in (*self.given.programs, *self.given.others)}


@dataclass(frozen=True)
class SourceLine:
    """A line of a source; number 0 stands for lines that are not shown."""

    number: int
    text: str
    common: bool


def in_json(found: Similarity) -> Mapping[str, Any]:
    """The findings as JSON values."""
    return {
        "assignment": found.assignment,
        "compared": len(found.given.programs),
        "others": len(found.given.others),
        "common_passages": found.likeness.common,
        "clusters": [
            {"programs": list(each.names), "identical": each.identical} for each in found.likeness.clusters
        ],
        "pairs": [
            {"common": pair.common, "programs": [_side_in_json(side) for side in pair.sides]}
            for pair in found.likeness.pairs
        ],
        "left_out": [{"program": name, "reason": why} for name, why in found.given.left_out.items()],
    }


def _side_in_json(side: PairSide) -> Mapping[str, Any]:
    places = [{"path": at.path, "first": at.first, "last": at.last} for at in side.passages]
    return {"program": side.name, "share": round(side.share, 4), "passages": places}


def page_values(classroom: Classroom, found: Similarity) -> Mapping[str, Any]:
    """The values for the template of the page."""
    sources = found.sources
    return {
        "title": classroom.config.title,
        "found": found,
        "names": {student.id: student.name for student in classroom.students},
        "shown": [
            (pair, [_excerpt(sources[side.name], side) for side in pair.sides])
            for pair in found.likeness.pairs[:MOST]
        ],
        "length": SHORTEST,
        "sure": CERTAIN,
        "many": MANY,
    }


def _excerpt(sources: Mapping[str, str], side: PairSide) -> list[tuple[str, list[SourceLine]]]:
    """The lines around the common passages, by file."""
    common: dict[str, set[int]] = {path: set() for path in sources}
    for at in side.passages:
        common[at.path].update(range(at.first, at.last + 1))
    return [(path, _lines(sources[path], common[path])) for path in sources if common[path]]


def _lines(source: str, common: set[int]) -> list[SourceLine]:
    near = {number + step for number in common for step in range(-_AROUND, _AROUND + 1)}
    shown: list[SourceLine] = []
    for number, text in enumerate(source.split("\n"), 1):
        if number in near:
            shown.append(SourceLine(number, text.rstrip("\r"), number in common))
        elif shown and shown[-1].number:
            shown.append(SourceLine(0, "", common=False))
    return shown


# -- on a terminal -----------------------------------------------------------------------------------

Names = Mapping[str, str]


def similarity_table(found: Sequence[Similarity], names: Names) -> Table:
    """The pairs of all assignments; `names` are the students' names by id."""
    table = Table("assignment", "one", "share", "other", "share", "common passages")
    for one in found:
        for pair in one.likeness.pairs:
            sides = ((_called(side.name, names), f"{100 * side.share:.0f} %") for side in pair.sides)
            table.add_row(one.assignment, *chain.from_iterable(sides), str(pair.common))
    return table


def similarity_lines(found: Similarity, names: Names, page: Path) -> Iterator[str]:
    """The clusters, what was compared and left out, and where the page is."""
    for cluster in found.likeness.clusters:
        kind = "the same" if cluster.identical else "nearly the same"
        who = ", ".join(_called(name, names) for name in cluster.names)
        yield f"{found.assignment}: {len(cluster.names)} programs are {kind}: {who}"
    programs, others = len(found.given.programs), len(found.given.others)
    pairs = counted(len(found.likeness.pairs), "pair")
    yield terminal(f"{found.assignment}: {counted(programs, 'program')}, {others} others, {pairs}, {page}")
    if found.likeness.common:
        passages = counted(found.likeness.common, "passage")
        yield f"{found.assignment}: {passages} left out, since more than a quarter of the class has them"
    for name, why in found.given.left_out.items():
        yield f"{found.assignment}: {_called(name, names)} not compared: {terminal(why)}"


def _called(name: str, names: Names) -> str:
    """The id of a student with the name beside it."""
    person = names.get(name, name)
    return terminal(name) if person == name else f"{terminal(name)} ({isolated(person)})"
