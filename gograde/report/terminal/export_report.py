"""What `gograde export` did, in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from gograde.listing import named
from gograde.report.lms_export import Exported, Work
from gograde.report.terminal.lines import Line, indented
from gograde.report.words.wording import counted

_NAMED = 12
"""Students of one kind that are named; the others are counted."""


def export_text(done: Exported, file: str) -> str:
    """Which marks went where, which cells are empty and why, and who was not found."""
    return indented(_lines(done, file))


def _lines(done: Exported, file: str) -> Iterator[Line]:
    yield 0, f"Marks are those of {done.source.words}."
    for change in done.source.outdated:
        yield 1, f"{change}: run gograde run on the class"
    for work in done.works:
        yield from _of_work(work)
    if done.strangers:
        yield 0, f"rows of nobody on the roster, left as they are: {len(done.strangers)}"
    for one in done.strangers:
        yield 1, f"line {one.line}: {one.why}"
        if one.candidates:
            yield 2, f"perhaps: {', '.join(one.candidates)}"
    if done.absent:
        yield 0, f"in no row of the table: {_some(done.absent)}"
    if done.note:
        yield 0, f"Note: {done.note}"
    if file:
        yield 0, f"Written: {file}"


def _of_work(work: Work) -> Iterator[Line]:
    into = f' into "{work.column}"' if work.column else ""
    yield 0, f"{work.id}: {counted(work.written, 'mark')}{into}"
    if work.open:
        yield 1, f"left empty, since not decided: {_some(work.open)}"
    if work.replaced:
        yield 1, f"another mark stood there: {_some(_before(work.replaced))}"
    if work.emptied:
        yield 1, f"emptied, although a mark stood there: {_some(_before(work.emptied))}"


def _before(cells: Mapping[str, str]) -> list[str]:
    return [f"{student} ({text})" for student, text in cells.items()]


def _some(names: Sequence[str]) -> str:
    """How many there are, and the first of them."""
    return f"{len(names)} ({named(names, _NAMED)})"
