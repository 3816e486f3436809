"""What `gograde import` and `gograde export` did, in a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from gograde.classroom.exporting import Filled
from gograde.classroom.importing.outcome import Arrival, Brought, ImportReport
from gograde.listing import named
from gograde.report.lms_export import Exported
from gograde.report.words.escape import line, terminal
from gograde.report.words.wording import counted

Line = tuple[int, str]
"""How far a line is indented, and its text."""

_NAMED = 12
"""Students of one kind that are named; the others are counted."""


def export_text(done: Exported, file: str) -> str:
    """Which marks went where, which cells are empty and why, and who was not found."""
    return indented(_lines(done, file))


def _lines(done: Exported, file: str) -> Iterator[Line]:
    yield 0, f"Marks are those of {done.source.words}."
    yield from ((1, text) for text in "\n".join(done.source.outdated).splitlines())
    for work in done.works:
        yield from _of_work(work)
    if done.strangers:
        yield 0, f"rows of nobody on the roster, left as they are: {len(done.strangers)}"
    for one in done.strangers:
        yield 1, f"line {one.line}: {one.why}"
        if one.candidates:
            yield 2, f"perhaps: {', '.join(one.candidates)}"
    if done.absent:
        yield 0, f"in no row of the table: {_counted_names(done.absent)}"
    if done.note:
        yield 0, f"Note: {done.note}"
    if file:
        yield 0, f"Written: {file}"


def _of_work(work: Filled) -> Iterator[Line]:
    into = f' into "{work.column}"' if work.column else ""
    yield 0, f"{work.assignment}: {counted(work.written, 'mark')}{into}"
    if work.open:
        yield 1, f"left empty, since not decided: {_counted_names(work.open)}"
    if work.replaced:
        yield 1, f"another mark stood there: {_counted_names(_before(work.replaced))}"
    if work.emptied:
        yield 1, f"emptied, although a mark stood there: {_counted_names(_before(work.emptied))}"


def _before(cells: Mapping[str, str]) -> list[str]:
    return [f"{student} ({text})" for student, text in cells.items()]


def _counted_names(names: Sequence[str]) -> str:
    """How many there are, and the first of them."""
    return f"{len(names)} ({named(names, _NAMED)})"


def indented(lines: Iterable[Line]) -> str:
    """The lines as neutralised text."""
    return terminal("\n".join("  " * depth + line(text) for depth, text in lines))


def import_text(outcome: ImportReport) -> str:
    """What came in, what did not and why, and who has handed in nothing."""
    return indented(_import_lines(outcome))


def _import_lines(outcome: ImportReport) -> Iterator[Line]:
    found = counted(len(outcome.brought), "submission")
    yield 0, f"{outcome.assignment}: {found} taken from a {outcome.kind.word} export{_mode(outcome)}"
    for state in (Arrival.NEW, Arrival.REPLACED, Arrival.KEPT, Arrival.SAME):
        them = [one for one in outcome.brought if one.state is state]
        if them:
            yield 1, f"{state.value}: {len(them)}{_import_names(them)}"
    for one in outcome.brought:
        if one.note:
            yield 1, f"{one.student}: {one.note}"
    if outcome.left:
        yield 0, f"left out: {len(outcome.left)}"
    for left in outcome.left:
        yield 1, f"{left.label}: {left.why}"
        if left.candidates:
            yield 2, f"perhaps: {', '.join(left.candidates)}"
        if left.fix:
            yield 2, f"Fix: {left.fix}"
    for note in outcome.notes:
        yield 0, f"Note: {note}"
    if outcome.missing:
        yield 0, f"nothing handed in: {len(outcome.missing)} ({named(outcome.missing, _NAMED)})"
    if not outcome.changed and not outcome.preview:
        yield 0, "Nothing changed."


def _mode(outcome: ImportReport) -> str:
    return " (preview: nothing is written)" if outcome.preview else ""


def _import_names(them: list[Brought]) -> str:
    if len(them) > _NAMED:
        return ""
    return f" ({', '.join(one.student for one in them)})"
