"""The report of `gograde import` in a terminal."""

from __future__ import annotations

from collections.abc import Iterator

from gograde.classroom.importing.outcome import Brought, Outcome, State
from gograde.listing import named
from gograde.report.terminal.lines import Line, indented
from gograde.report.words.wording import counted

_NAMED = 12
"""Students of one state, or without work, that are named; more are counted."""


def import_text(outcome: Outcome) -> str:
    """What came in, what did not and why, and who has handed in nothing."""
    return indented(_lines(outcome))


def _lines(outcome: Outcome) -> Iterator[Line]:
    found = counted(len(outcome.brought), "submission")
    yield 0, f"{outcome.assignment}: {found} taken from a {outcome.kind.value} export{_mode(outcome)}"
    for state in (State.NEW, State.REPLACED, State.KEPT, State.SAME):
        them = [one for one in outcome.brought if one.state is state]
        if them:
            yield 1, f"{state.value}: {len(them)}{_names(them)}"
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


def _mode(outcome: Outcome) -> str:
    return " (preview: nothing is written)" if outcome.preview else ""


def _names(them: list[Brought]) -> str:
    if len(them) > _NAMED:
        return ""
    return f" ({', '.join(one.student for one in them)})"
