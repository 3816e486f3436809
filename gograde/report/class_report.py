"""What `gograde report` shows: the marks of a class, and what changed since the grading.

Only the gradebook is read, since the score records of a large class take seconds; they are read for the
tables that need them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from gograde.frames import marks
from gograde.frames.table import Table
from gograde.grading.marks.gradebook_model import Entry, Gradebook
from gograde.report.results import (
    Results,
    leagues_of,
    load_gradebook,
    part_of,
    results_of_work,
)
from gograde.report.words.wording import boxes_words, counted, progress
from gograde.workflow.outdated import outdated

FROM_BOOK: Mapping[str, Callable[[Gradebook], Table]] = {
    "grades": marks.grades,
    "scores": marks.scores,
    "groups": marks.groups,
    "late": marks.late,
    "overrides": marks.overrides,
    "corrections": marks.corrections,
}
"""The tables that need no score records."""

TABLES = (*FROM_BOOK, "tests", "runs", "usage", "games", "ratings")


@dataclass(frozen=True)
class Report:
    """The marks of a class or a part of it.

    `with_records` reads the score records of marks.  `outdated` says what changed in the class after the
    grading.
    """

    book: Gradebook
    with_records: Callable[[Gradebook], Results]
    outdated: tuple[str, ...] = ()

    def table(self, name: str) -> Table:
        """One of `TABLES`, or one of the statistics."""
        if name in FROM_BOOK:
            return FROM_BOOK[name](self.book)
        if name in TABLES:
            return table_of(name, self.results())
        from gograde.frames.statistics import statistic

        return statistic(name, every_table(self.results()))

    def statistics(self) -> Mapping[str, Table]:
        """All statistics by name."""
        from gograde.frames.statistics import STATISTICS, statistic

        tables = every_table(self.results())
        return {name: statistic(name, tables) for name in STATISTICS}

    def results(self) -> Results:
        """The marks with their score records, which are read now."""
        return self.with_records(self.book)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The marks by student, then assignment."""
        return tuple(marks.in_order(self.book))

    @property
    def progress(self) -> str:
        """How far the class is graded, in words."""
        return progress(entry.graded for entry in self.entries)

    @property
    def sandbox(self) -> str:
        """What held the programs, in words."""
        return boxes_words(entry.graded.sandbox for entry in self.entries)

    @property
    def below(self) -> str:
        """What stands below every table."""
        return f"{counted(len(self.book.students), 'student')}; {self.progress}; {self.sandbox}."


def load_report(class_dir: Path, student: str | None, assignment: str | None) -> Report:
    """The marks of one student, one assignment or both, with what changed since the grading.

    Raises `UsageError` for a name that the class does not have, `DataError` for a class that was not graded.
    """
    book = part_of(load_gradebook(class_dir), student, assignment)
    return Report(book, partial(results_of_work, class_dir), outdated(class_dir, student, assignment))


def every_table(results: Results) -> Mapping[str, Table]:
    """All tables of a class by name."""
    return {name: table_of(name, results) for name in TABLES}


def table_of(name: str, results: Results) -> Table:
    """One of `TABLES`, from the results."""
    if name in FROM_BOOK:
        return FROM_BOOK[name](results.gradebook)
    from gograde.frames import league

    if name == "ratings":
        return league.ratings(leagues_of(results))
    scored = [(result.entry, result.record) for result in results.results]
    if name == "games":
        return league.games(scored, leagues_of(results))
    return {"tests": marks.tests, "runs": marks.runs, "usage": marks.usage}[name](scored)
