"""Similar submissions on a terminal: a table of the pairs, and a line for all else that was found."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path

from rich.table import Table

from gograde.report.pages.similarity_page import Similarity
from gograde.report.words.escape import isolated, terminal
from gograde.report.words.wording import counted

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
