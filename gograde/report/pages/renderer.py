"""The pages: one for the class, and two for each student (one for the student, one for staff).

A page loads nothing but pictures beside it; its content security policy allows only its own style and
script.  Every value that a template prints goes through `escape.html`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from gograde.classroom.roster import Student
from gograde.core.record import PictureScore
from gograde.report.pages.class_page import class_view
from gograde.report.pages.drawings import Address, PageBoards, data_url, picture_bytes, picture_file, small
from gograde.report.pages.environment import environment
from gograde.report.pages.student_page import DRAWN, SubmissionView, neighbours, staff_view, student_view
from gograde.report.redact import ALWAYS, for_student
from gograde.report.results import Result, Results
from gograde.report.words.escape import file_name
from gograde.report.words.texts import texts

if TYPE_CHECKING:
    from gograde.grading.league.result import LeagueResult

NO_BAR = Markup("")

STUDENTS = "students"
"""The folder below the reports that is handed out; its pages show nothing from outside it."""


@dataclass(frozen=True)
class Page:
    """A page and the files that it shows, by their paths beside it."""

    text: str
    files: Mapping[str, bytes] = field(default_factory=dict)


class Pages:
    """Renders the pages.

    `blobs` is the folder of the pictures that the records name.  If `linked`, pages link to each other and
    show files beside them; else each page is alone and holds its pictures.  `bar` stands above each page.
    """

    def __init__(
        self, blobs: Path, language: str = "en", *, linked: bool = True, bar: Markup = NO_BAR
    ) -> None:
        self._templates = environment(language)
        self._blobs, self._linked, self._bar = blobs, linked, bar

    def index(self, results: Results, leagues: Collection[str] = (), similar: Mapping[str, str] = {}) -> str:
        """The page of the class, for staff; `leagues` are the assignments whose league has a page.

        `similar` are the pages of similar programs by assignment.
        """
        entries = [result.entry for result in results.results]
        files = {assignment: league_file(assignment) for assignment in leagues}
        values: dict[str, Any] = {"entries": entries, "leagues": files, "similar": similar}
        view = class_view(results, texts(results.gradebook.info.language))
        return self._render("index.html.j2", view=view, **values)

    def league(self, results: Results, assignment: str, found: LeagueResult) -> Page:
        """The page of a league, for staff, with that of its games and their SGF files."""
        from gograde.report.pages.league_page import (
            PAGE,
            drawings,
            games_page_values,
            league_values,
            sgf_files,
        )

        drawn, own = drawings(results, found), league_file(assignment)
        folder = own.removesuffix(".html")
        addresses = {name: f"{folder}/{name}" for name in drawn}
        values = league_values(results, assignment, found, addresses, folder)
        files = {addresses[name]: data for name, data in drawn.items()}
        if found.games:
            games = games_page_values(results, assignment, found)
            text = self._render("league_games.html.j2", **games, back=f"../{own}")
            files[f"{folder}/{PAGE}"] = text.encode()
        files |= {f"{folder}/{name}": data for name, data in sgf_files(found)}
        return Page(self._render("league.html.j2", **values), files)

    def similarity(self, values: Mapping[str, Any]) -> str:
        """The page of similar submissions of an assignment, for staff; `values` come from `page_values`."""
        return self._render("similarity.html.j2", **values)

    def staff(self, results: Results, student: Student, beside: Collection[str] | None = ()) -> Page:
        """The page about one student for staff; it shows everything.

        `beside` are the files of the student's own page, which this one shows from there; None without one.
        """
        own = results.of_student(student.id)
        views = [staff_view(one, DRAWN // max(1, len(own))) for one in own]
        before, after = neighbours(results.gradebook.students, student)
        values = {"before": before, "after": after, "own_page": beside is not None}
        return self._person(results, student, views, beside or (), staff=True, **values)

    def student(self, results: Results, student: Student) -> Page:
        """The page for the student, made from projected records only."""
        own = results.of_student(student.id)
        views = [students_view(one, DRAWN // max(1, len(own))) for one in own]
        return self._person(results, student, views, (), staff=False)

    def _person(
        self,
        results: Results,
        student: Student,
        views: Sequence[SubmissionView],
        beside: Collection[str],
        **values: Any,
    ) -> Page:
        values |= {"total": results.totals.get(student.id), "title": results.gradebook.info.title}
        own = partial(picture_file, f"{file_name(student.id)}-pictures")

        def linked(picture: PictureScore) -> str:
            return f"../{STUDENTS}/{own(picture)}" if own(picture) in beside else own(picture)

        address = linked if self._linked else self._embedded
        text = self._render("student.html.j2", address, student=student, views=views, **values)
        shown = (picture for view in views for picture in view.readable) if self._linked else ()
        kept = {own(picture): picture for picture in shown}
        return Page(
            text, {n: small(picture_bytes(self._blobs, p)) for n, p in kept.items() if n not in beside}
        )

    def _embedded(self, picture: PictureScore) -> str:
        return data_url(picture_bytes(self._blobs, picture))

    def _render(self, template: str, address: Address | None = None, **values: Any) -> str:
        given = {"picture_url": address, "linked": self._linked, "bar": self._bar, **PageBoards().functions()}
        return self._templates.get_template(template).render(**given, **values)


def students_view(result: Result, drawn: int = DRAWN) -> SubmissionView:
    """What a student may see of a result, with at most `drawn` boards."""
    said = result.assignment.released
    released = frozenset(word for word in said if said[word]) | ALWAYS
    return student_view(result.assignment, result.entry, for_student(result.record, released), drawn)


def league_file(assignment: str) -> str:
    """The file of a league's page, below the reports."""
    return f"league-{file_name(assignment)}.html"
