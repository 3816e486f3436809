"""What `gograde report` shows: the marks of a class, and what changed since the grading.

Only the gradebook is read, since the score records of a large class take seconds; they are read for the
tables that need them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from gograde.classroom.roster import Student
from gograde.codec import replace
from gograde.core.verdict import Verdict
from gograde.errors import UsageError
from gograde.grading.marks.doubts import doubts_of
from gograde.grading.marks.gradebook import BookEntry, Gradebook
from gograde.package.yaml_files import did_you_mean
from gograde.report.frames.marks import FROM_BOOK, FROM_RECORDS, in_order
from gograde.report.frames.table import Table
from gograde.report.results import Results, leagues_of, load_results
from gograde.report.words.escape import line
from gograde.report.words.wording import boxes_words, counted, progress
from gograde.workflow.outdated import outdated

TABLES = (*FROM_BOOK, *FROM_RECORDS, "games", "ratings")


@dataclass(frozen=True)
class Report:
    """The marks of a class or a part of it; `outdated` says what changed in the class after the grading."""

    results: Results
    outdated: tuple[str, ...] = ()

    @property
    def book(self) -> Gradebook:
        """The marks, without their score records."""
        return self.results.gradebook

    def table(self, name: str) -> Table:
        """One of `TABLES`, or one of the statistics."""
        if name in TABLES:
            return table_of(name, self.results)
        from gograde.report.frames.statistics import statistic

        return statistic(name, every_table(self.results))

    def statistics(self) -> Mapping[str, Table]:
        """All statistics by name."""
        from gograde.report.frames.statistics import STATISTICS, statistic

        tables = every_table(self.results)
        return {name: statistic(name, tables) for name in STATISTICS}

    @property
    def entries(self) -> tuple[BookEntry, ...]:
        """The marks by student, then assignment."""
        return tuple(in_order(self.book))

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
    results = load_results(class_dir).only(student, assignment)
    return Report(results, outdated(class_dir, student, assignment))


def every_table(results: Results) -> Mapping[str, Table]:
    """All tables of a class by name."""
    return {name: table_of(name, results) for name in TABLES}


def table_of(name: str, results: Results) -> Table:
    """One of `TABLES`, from the results."""
    if name in FROM_BOOK:
        return FROM_BOOK[name](results.gradebook)
    if name == "ratings":
        from gograde.report.frames.league import ratings

        return ratings(leagues_of(results))
    scored = [(result.entry, result.record) for result in results.results]
    if name in FROM_RECORDS:
        return FROM_RECORDS[name](scored)
    from gograde.report.frames.league import games

    return games(scored, leagues_of(results))


ORDERS = ("id", "name", "total")


def chosen(report: Report, sort: str, only: str | None) -> Report:
    """The part of a report that is wanted; raises `UsageError` for an order that is none.

    `sort` is one of `ORDERS` or an assignment, empty for the order of the roster.
    `only` keeps who fails an assignment that is shown ("failing"), or whom a person must look at ("review").
    """
    orders = [*ORDERS, *(work.id for work in report.book.assignments)]
    if sort and sort not in orders:
        raise UsageError(f"--sort {line(sort)}", "not in this class", line(did_you_mean(sort, orders)))
    own = defaultdict[str, list[BookEntry]](list)
    for entry in report.entries:
        own[entry.student].append(entry)
    kept = [student for student in report.book.students if _wanted(own[student.id], only)]
    students = tuple(sorted(kept, key=_key(report, sort)))
    return replace(report, results=report.results.part(replace(report.book, students=students)))


def _wanted(entries: Sequence[BookEntry], only: str | None) -> bool:
    if only == "failing":
        return any(entry.failed for entry in entries)
    return not only or any(map(why_review, entries))


def why_review(entry: BookEntry) -> str:
    """Why a person must look: something is not decided, our fault, or told by a flag; else empty."""
    reasons = [f"{flag.id}: {flag.evidence}" for flag in entry.flags if flag.severity != "info"]
    reasons += [f"correction in doubt: {doubt.words}" for doubt in doubts_of(entry)]
    if entry.graded.judge_error:
        reasons.insert(0, "the grader failed")
    if entry.graded.waits:
        tests, points = counted(len(entry.graded.waits), "test"), counted(entry.graded.waiting, "point")
        reasons.insert(0, f"{tests} ({points}) not decided")
    return "; ".join(reasons) or ("tried what is forbidden" if entry.verdict is Verdict.SV else "")


def _key(report: Report, sort: str) -> Callable[[Student], Any]:
    """The key of an order; of marks that are not decided the certain part counts, the highest first."""
    if sort == "total":
        totals = {total.student: total.percent.at_least for total in report.book.totals}
        return lambda student: -totals.get(student.id, 0.0)
    if sort in {work.id for work in report.book.assignments}:
        certain = {e.student: e.mark.at_least for e in report.entries if e.assignment == sort}
        return lambda student: -certain.get(student.id, 0.0)
    if sort == "name":
        return lambda student: (student.last_name.casefold(), student.first_name.casefold(), student.id)
    return lambda student: student.id if sort == "id" else 0
