"""Which of our own files the distribution gograde-check has: what tries a submission on public cases.

What is found by a name that is computed is listed here; the rest is read from imports.  Some imports in
functions are left out with all behind them: they are for hidden cases, for a class, or tell how to solve an
assignment, and nothing that gograde-check does comes to them.
"""

from __future__ import annotations

from collections.abc import Iterable

from gograde.code_closure import closure

ENTRIES = (
    "gograde.__main__",
    "gograde.cli.tables.student",
    "gograde.grading.contracts.files",
    "gograde.grading.contracts.game",
    "gograde.grading.contracts.module",
)

LEFT_OUT = (
    "gograde.arena.judged_game",
    "gograde.arena.kit",
    "gograde.arena.players.book",
    "gograde.arena.players.thinking",
    "gograde.arena.players.thinking",
    "gograde.classroom",
    "gograde.go.rules",
    "gograde.go.solver",
    "gograde.workflow.handout",
)
"""Modules and packages."""

DATA_LEFT_OUT = ("arena/players/book.txt", "arena/players/qtable.npz")
"""What lies beside modules that are there, and is read by modules that are left out."""


def student_files(assignments: Iterable[str]) -> frozenset[str]:
    """The files, as paths below `gograde/`; `assignments` are the names of the folders of those that ship."""
    scored = (f"gograde.assignments.{name}.assignment" for name in assignments)
    return closure(*ENTRIES, *scored, without=LEFT_OUT) - set(DATA_LEFT_OUT)
