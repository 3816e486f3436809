"""The pages: one of the class, and two a student, for the student and for staff.

Each page is one file without requests, and its policy allows only its own style and script.
Every value a template prints goes through `escape.html`; there is no other way out.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from gograde.errors import DataError
from gograde.grading.records import read_blob
from gograde.pictures.draw import Diagram, Mark, sign_svg, svg
from gograde.report.pages.class_page import SubmissionView, class_view, submission_view
from gograde.report.pages.picture_overlay import overlay_svg, wrong_in_words
from gograde.report.redact import ALWAYS, for_student
from gograde.report.results import Result, Results, Student
from gograde.report.waiting import Waiting
from gograde.report.words import answers, wording
from gograde.report.words import game_list as games
from gograde.report.words.escape import file_name, html, plain
from gograde.report.words.lost_wins import thrown_games
from gograde.scoring.record import PictureScore, Reading, TestScore, Visibility
from gograde.scoring.verdict import Verdict

if TYPE_CHECKING:
    from gograde.grading.league.result import LeagueResult

TEMPLATES = Path(__file__).resolve().parent / "templates"
EVERYTHING = frozenset(Visibility)
EXCERPT = 4000
"""Characters shown of a stream."""


class Pages:
    """Renders the pages; the templates are read once.  Not `linked`, a page names no other.

    `blobs` is the folder of the pictures that the records name; pages hold them whole.
    """

    def __init__(self, blobs: Path, *, linked: bool = True) -> None:
        self._templates = environment()
        self._templates.globals["picture_url"] = partial(picture_url, blobs)
        self._templates.globals["read_picture"] = partial(read_picture, blobs)
        self._templates.globals["linked"] = linked

    def index(self, results: Results, leagues: Collection[str] = ()) -> str:
        """The page of the class, for staff; `leagues` are the assignments whose league has a page."""
        files = {assignment: league_file(assignment) for assignment in leagues}
        return self._render("index.html.j2", view=class_view(results), leagues=files)

    def league(self, results: Results, assignment: str, found: LeagueResult) -> str:
        """The page of a league, for staff."""
        from gograde.report.pages.league_page import league_values

        return self._render("league.html.j2", **league_values(results, assignment, found))

    def similarity(self, values: Mapping[str, Any]) -> str:
        """Who resembles whom in an assignment, for staff; `values` as `report.similarity` makes them."""
        return self._render("similarity.html.j2", **values)

    def staff(self, student: Student, results: Sequence[Result], title: str) -> str:
        """Everything about one student."""
        views = [submission_view(result, result.record, EVERYTHING) for result in results]
        return self._render("student.html.j2", student=student, views=views, title=title, staff=True)

    def student(self, student: Student, results: Sequence[Result], title: str) -> str:
        """What may be handed to the student: made from projected records only."""
        views = [_students_view(result) for result in results]
        return self._render("student.html.j2", student=student, views=views, title=title, staff=False)

    def review(self, one: Waiting, count: str) -> str:
        """What waits for a person, for staff; the page loads itself anew every second."""
        return self._render("review.html.j2", one=one, count=count)

    def _render(self, template: str, **values: Any) -> str:
        return self._templates.get_template(template).render(**values)


def _students_view(result: Result) -> SubmissionView:
    said = result.assignment.released
    released = frozenset(word for word in said if said[word]) | ALWAYS
    return submission_view(result, for_student(result.record, released), released)


def league_file(assignment: str) -> str:
    """The file of a league's page, below the reports."""
    return f"league-{file_name(assignment)}.html"


def page_name(student: str) -> str:
    """The file of a student's page, below `students/` or `staff/`."""
    return f"{file_name(student)}.html"


def test_board(test: TestScore) -> Markup:
    """The board of a test with the points of both answers marked."""
    if not test.board:
        return Markup("")
    drawn = Diagram(test.board, marks=answers.marks_of(test))
    return Markup(svg(drawn, title=f"Board of test {plain(test.name)}"))


def expected_board(test: TestScore) -> Markup:
    """The board that a picture should show, nothing when the answer is no board."""
    rows = answers.board_of(test.cause.expected) if test.cause else None
    return Markup(svg(Diagram(rows), title=f"Board expected of test {plain(test.name)}") if rows else "")


def fault_diagram(test: TestScore) -> Markup:
    """The board on which the program first lost a game by a fault; nothing when it did not."""
    drawn = games.fault_diagram(test)
    return Markup(svg(drawn, title=f"Board of a lost game of test {plain(test.name)}") if drawn else "")


def picture_url(blobs: Path, picture: PictureScore) -> Markup:
    """The PNG that was made of a picture, as an address that asks for nothing; raises `DataError`."""
    try:
        data = read_blob(blobs, picture.sha256)
    except (OSError, ValueError):
        fix = f"delete {blobs.parent} and run gograde run again"
        raise DataError(str(blobs), f"the picture {picture.sha256} is gone", fix) from None
    return Markup(f"data:image/png;base64,{b64encode(data).decode()}")


def read_picture(blobs: Path, picture: PictureScore, reading: Reading, *, lattice: bool) -> Markup:
    """A picture with what was read in it."""
    return overlay_svg(picture_url(blobs, picture), picture, reading, lattice=lattice)


def excerpt(text: str) -> str:
    """The beginning and the end of a stream."""
    if len(text) <= EXCERPT:
        return text
    half = EXCERPT // 2
    return f"{text[:half]}\n[… {len(text) - EXCERPT} characters left out …]\n{text[-half:]}"


def environment() -> Environment:
    """Where the templates are, and how what they print is escaped."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=html,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.globals.update(_globals())
    made.filters.update(figure=wording.figure, moment=wording.moment, excerpt=excerpt)
    return made


def _globals() -> dict[str, Any]:
    style, script = _source("style.css"), _source("sort.js")
    return {
        "style": Markup(style),
        "script": Markup(script),
        "policy": policy(style, script),
        "marks": [(Markup(sign_svg(mark)), mark.meaning) for mark in Mark],
        "V": Verdict,
        "official_word": wording.OFFICIAL,
        "official_sign": wording.OFFICIAL_SIGNS,
        "official_state": wording.official_state,
        "counted": wording.counted,
        "out_of": wording.out_of,
        "sums": wording.sums,
        "points_line": wording.points_line,
        "sign": wording.sign,
        "held": wording.held,
        "corrected": wording.corrected,
        "page_name": page_name,
        "test_board": test_board,
        "expected_board": expected_board,
        "facts": answers.facts,
        "game_heads": games.HEADS,
        "game_rows": games.rows,
        "fault_diagram": fault_diagram,
        "thrown_games": thrown_games,
        "wrong_in_words": wrong_in_words,
        "visible": Visibility.VISIBLE,
    }


def policy(style: str, script: str) -> str:
    """A content security policy for exactly this style and this script."""
    return (
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _digest(text: str) -> str:
    return f"sha256-{b64encode(sha256(text.encode()).digest()).decode()}"


def _source(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8")
