"""The addresses of a class for staff, and what each of them answers."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from http import HTTPStatus
from threading import Lock
from typing import Any
from urllib.parse import unquote

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from gograde.app.classroom import marks, pages
from gograde.app.classroom.grading import ClassWatch
from gograde.app.classroom.review import Review, add_correction, seal_of, seal_of_row, take_correction_out
from gograde.app.classroom.room import Room, Stand, text_of
from gograde.app.server.door import Door
from gograde.app.server.requests import does, site
from gograde.errors import DataError, GogradeError, UsageError, of_system
from gograde.grading.marks.doubts import doubts
from gograde.intake.downloads.systems import EXPORTED
from gograde.report.class_report import TABLES
from gograde.report.exports.reports_folder import INDEX, MANIFEST, listed
from gograde.report.kept import list_books
from gograde.report.pages.drawings import PageBoards, data_url, picture_bytes
from gograde.report.pages.environment import environment, page_name, policy
from gograde.report.pages.renderer import Page, Pages
from gograde.report.pages.similarity_page import similarity_pages
from gograde.report.results import Results, leagues_of
from gograde.report.sitting import Sitting
from gograde.report.waiting import corners_of
from gograde.workflow.report_folder import reports_folder

# -- the reports of a class by their addresses -------------------------------------------------------------
# An address is only looked up: among the pages of the students, and in the manifest of the reports.

KEPT = 8
"""Pages that are kept with their pictures; a browser asks for these after the page."""

Bar = Callable[[str, str, str], Markup]
"""The bar above a page: the way up to the first page, the student that it is about, its own part."""


class Reports:
    """The page of the class and those about students are made now; all others are files of the last run."""

    def __init__(self, room: Room, bar: Bar) -> None:
        self._room, self._bar = room, bar
        self._lock = Lock()
        self._recent: OrderedDict[str, tuple[Stand, Page]] = OrderedDict()

    def index(self) -> bytes:
        """The page of the class; raises `DataError` when nothing was graded."""
        results = self._room.results()
        reports = reports_folder(self._room.classroom)
        works = tuple(work.id for work in results.gradebook.assignments)
        pages = self._pages(results, self._bar("", "", INDEX))
        return pages.index(results, leagues_of(results), similarity_pages(works, reports)).encode()

    def staff(self, file: str) -> bytes | None:
        """A page about a student, or a picture on it; None where there is none of this name."""
        results = self._room.results()
        owners = {page_name(one.id): one for one in results.gradebook.students}
        folders = {f"{name.removesuffix('.html')}-pictures": name for name in owners}
        name = folders.get(file.partition("/")[0], file)
        if name not in owners:
            return None
        stand = self._room.stand
        with self._lock:
            kept = self._recent.pop(name, None)
            if kept is None or kept[0] != stand:
                pages = self._pages(results, self._bar("../", owners[name].id, ""))
                kept = stand, pages.staff(results, owners[name])
            self._recent[name] = kept
            while len(self._recent) > KEPT:
                self._recent.popitem(last=False)
        return kept[1].text.encode() if file == name else kept[1].files.get(file)

    def written(self, file: str) -> bytes | None:
        """A file of the reports as the last grading wrote it; None where there is none of this name."""
        folder = reports_folder(self._room.classroom)
        similar = {path.name for path in folder.glob("similarity-*.html")}
        if file == INDEX or file not in {MANIFEST, *listed(folder), *similar}:
            return None
        try:
            return (folder / file).read_bytes()
        except OSError as error:
            what = f"this report cannot be read ({error.strerror})"
            raise DataError(str(folder / file), what, f"gograde run {self._room.class_dir}") from None

    def _pages(self, results: Results, bar: Markup) -> Pages:
        return Pages(results.blobs, results.gradebook.info.language, bar=bar)


KINDS = {
    ".html": "text/html; charset=utf-8",
    ".csv": "text/csv; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".sgf": "application/x-go-sgf",
}
"""What a browser is told of a file, by the end of its name."""

WRITTEN = (
    *(f"/{{name}}.{kind}" for kind in ("html", "csv", "json")),
    *(f"/{folder}/{{name:path}}" for folder in ("students", "statistics", "measured", "league-{work}")),
)
"""Where the files of the reports are, below the first page."""

NOTHING_RUNS = "default-src 'none'; style-src 'unsafe-inline'; sandbox; frame-ancestors 'none'"
"""The policy of a file that is no page: it is looked at, and can do nothing."""


class Desk:
    """The pages of one class behind one door."""

    def __init__(self, room: Room, watch: ClassWatch, door: Door) -> None:
        self._room, self._watch, self._door = room, watch, door
        self._reports = Reports(room, pages.bar)
        self._review = Review(room)

    @property
    def routes(self) -> list[BaseRoute]:
        """Pages are asked for, and what changes something is posted."""
        shown = {
            "/": self.first,
            "/index.html": self.first,
            "/review": self.review,
            "/corrections": self.corrections,
            "/regrade": self.regrade,
            "/marks": self.marks,
            "/staff/{file:path}": self.staff,
            "/table": self.table,
            **dict.fromkeys(WRITTEN, self.written),
        }
        done = {
            "/review/press": self.press,
            "/review/look": self.look,
            "/corrections/add": lambda asked: {"say": add_correction(self._room, asked)},
            "/corrections/out": lambda asked: {"say": take_correction_out(self._room, asked)},
            "/regrade/outdated": lambda asked: {"html": marks.outdated_part(self._room)},
            "/regrade/preview": lambda asked: {"html": marks.preview_part(self._room)},
            "/grading/start": self.start,
            "/grading/stop": self.stop,
            "/marks/publish": lambda asked: {"text": marks.publish_marks(self._room, asked)},
            "/marks/export": lambda asked: marks.export_answer(self._room, asked),
        }
        return [
            *(Route(path, does(action), methods=["POST"]) for path, action in done.items()),
            *(Route(path, self._or_words(answer)) for path, answer in shown.items()),
        ]

    # -- reports --------------------------------------------------------------------------------

    def first(self, request: Request) -> Response:
        return report_answer("index.html", self._reports.index())

    def staff(self, request: Request) -> Response:
        file = request.path_params["file"]
        return report_answer(file, self._reports.staff(file))

    def written(self, request: Request) -> Response:
        file = unquote(request.url.path.removeprefix(f"{self._door.root}/"))
        return report_answer(file, self._reports.written(file))

    def table(self, request: Request) -> Response:
        name = request.query_params.get("name", "")
        return _saved(f"{name}.csv", marks.table(self._room, name))

    # -- the review queue -----------------------------------------------------------------------

    def review(self, request: Request) -> Response:
        asked = request.query_params
        name = asked.get("sitting", "")
        sitting = self._review.look(name)
        if sitting is None:
            name = self._review.begin(asked.get("student", ""), asked.get("assignment", ""))
            sitting = self._review.look(name)
            assert sitting is not None
        waits = Counter(one.submission[0] for one in self._room.programs() for _ in one.waits)
        shown = {"sitting_name": name, "desk": self._desk(sitting), "waits": waits}
        return self._page("deciding", request, "Review", **shown)

    def look(self, asked: Mapping[str, Any]) -> Mapping[str, str]:
        sitting = self._review.look(text_of(asked, "sitting"))
        if sitting is None:
            raise self._review.too_old()
        return {"html": self._desk(sitting)}

    def press(self, asked: dict[str, Any]) -> Mapping[str, str]:
        sitting, said = self._review.press(asked)
        return {"html": self._desk(sitting), "say": said}

    def _desk(self, sitting: Sitting) -> Markup:
        blobs = self._room.class_dir / "work" / "blobs"
        return pages.part(
            "deciding_part",
            sitting=sitting,
            seal=seal_of(sitting),
            corners=corners_of(sitting.current) if not sitting.over and sitting.current else "",
            picture_url=lambda picture: data_url(picture_bytes(blobs, picture)),
            **PageBoards().functions(),
        )

    # -- corrections, marks --------------------------------------------------------------------

    def corrections(self, request: Request) -> Response:
        classroom, results = self._room.classroom, self._room.results()
        tests = {test.name: None for one in results.results for test in one.record.tests}
        return self._page(
            "corrections",
            request,
            "Corrections",
            works=[*classroom.assignments],
            students=classroom.students,
            names={one.id: one.name for one in classroom.students},
            tests=[*tests],
            student=request.query_params.get("student", ""),
            rows=[(one, seal_of_row(one)) for one in reversed(classroom.rows)],
            doubts=doubts(results.gradebook),
        )

    def regrade(self, request: Request) -> Response:
        return self._page("regrade", request, "Grade", outdated=marks.outdated_part(self._room))

    def start(self, asked: Mapping[str, Any]) -> Mapping[str, str]:
        self._watch.grading.start()
        return {"say": "Started."}

    def stop(self, asked: Mapping[str, Any]) -> Mapping[str, str]:
        self._watch.grading.stop()
        return {"say": "Asked to stop; finished results stay."}

    def marks(self, request: Request) -> Response:
        works, systems = [*self._room.classroom.assignments], sorted(EXPORTED)
        shown = {
            "works": works,
            "systems": systems,
            "tables": TABLES,
            "books": list_books(self._room.class_dir),
        }
        return self._page("marks", request, "Publish and export", **shown)

    # -- answers --------------------------------------------------------------------------------

    def _page(self, name: str, request: Request, title: str, **values: Any) -> Response:
        self._watch.look()  # what the page is told first is not older than the page
        about = {"title": title, "class_title": self._room.classroom.config.title, "by": self._room.by}
        text, told = pages.page(name, request.headers["host"], self._door, **about, **values)
        return HTMLResponse(text, headers={"content-security-policy": told})

    def _or_words(self, answer: Callable[[Request], Response]) -> Callable[[Request], Response]:
        """The answer, or a page with the words of an error that a person can mend."""

        def endpoint(request: Request) -> Response:
            try:
                return answer(request)
            except HTTPException as error:
                where = request.url.path.removeprefix(f"{self._door.root}/")
                gone = UsageError(where, "is not there", "choose a page above")
                return self._fault(request, gone, error.status_code)
            except (GogradeError, OSError) as error:
                told_as = of_system(error) if isinstance(error, OSError) else error
                return self._fault(request, told_as, HTTPStatus.UNPROCESSABLE_ENTITY)

        return endpoint

    def _fault(self, request: Request, error: GogradeError, status: int) -> Response:
        about = {"title": "This cannot be shown", "class_title": self._room.class_dir.name}
        about |= {"words": pages.words(error), "bar": pages.bar(f"{self._door.root}/")}
        text, told = pages.page("fault", request.headers["host"], self._door, **about)
        return HTMLResponse(text, status, {"content-security-policy": told})


def report_answer(file: str, data: bytes | None) -> Response:
    """A file of the reports, which may do no more than it does on a disk; 404 without one."""
    ending = f".{file.rpartition('.')[2]}"
    if data is None or ending not in KINDS:
        raise HTTPException(HTTPStatus.NOT_FOUND)
    shared = environment("en").globals
    told = policy(str(shared["style"]), str(shared["script"])) + "; frame-ancestors 'none'"
    headers = {"content-security-policy": told if ending == ".html" else NOTHING_RUNS}
    return Response(data, headers=headers, media_type=KINDS[ending])


def _saved(name: str, data: bytes | None) -> Response:
    """A file that the browser saves and does not show; 404 without one."""
    answer = report_answer(name, data)
    answer.headers["content-disposition"] = f'attachment; filename="{name}"'
    return answer


def application(room: Room, watch: ClassWatch, door: Door) -> ASGIApp:
    """The class behind a door."""
    desk = Desk(room, watch, door)
    return site(door, watch.hub, desk.routes, {"classroom": pages.STATIC})
