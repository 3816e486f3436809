"""The addresses of a class for staff, and what each of them answers."""

from __future__ import annotations

import secrets
from base64 import b64decode, b64encode
from collections import Counter, OrderedDict
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import sha256
from http import HTTPStatus
from threading import Event, Lock, Thread
from typing import Any
from urllib.parse import unquote

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from gograde.app.classroom import pages
from gograde.app.classroom.grading import ClassWatch, Room, Stand, text_of
from gograde.app.classroom.pages import part, words
from gograde.app.server import Door, does, site
from gograde.classroom.classroom import OVERRIDE_COLUMNS, OVERRIDES, Override, override_of
from gograde.errors import DataError, GogradeError, UsageError, of_system
from gograde.grading.marks.doubts import doubts
from gograde.grading.marks.overrides_file import add_overrides, check_overrides, take_out
from gograde.intake.downloads.systems import EXPORTED, SYSTEMS
from gograde.private import scratch_folder
from gograde.report.class_report import TABLES, load_report
from gograde.report.exports.formats import as_csv
from gograde.report.exports.reports_folder import INDEX, MANIFEST, listed
from gograde.report.kept import list_books
from gograde.report.lms_export import Exported, ExportRequest, export_marks
from gograde.report.pages.drawings import PageBoards, data_url, picture_bytes
from gograde.report.pages.environment import environment, page_name, policy
from gograde.report.pages.renderer import Page, Pages
from gograde.report.pages.similarity_page import similarity_pages
from gograde.report.publication import publish
from gograde.report.regrade import preview
from gograde.report.results import Results, check_known, leagues_of
from gograde.report.sitting import Sitting, pressed, renew_marks
from gograde.report.terminal.export_report import export_text
from gograde.report.terminal.run_summary import publish_text, regrade_lines
from gograde.report.waiting import corners_of, now
from gograde.report.words.changes import change_table, changed_words
from gograde.report.words.escape import file_name
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
            "/regrade/outdated": lambda asked: {"html": outdated_part(self._room)},
            "/regrade/preview": lambda asked: {"html": preview_part(self._room)},
            "/grading/start": self.start,
            "/grading/stop": self.stop,
            "/marks/publish": lambda asked: {"text": publish_marks(self._room, asked)},
            "/marks/export": lambda asked: export_answer(self._room, asked),
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
        return _saved(f"{name}.csv", table(self._room, name))

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
        return self._page("regrade", request, "Grade", outdated=outdated_part(self._room))

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


# -- what pages do with the marks of a class: preview, publish, export, tables ---------------------------


def outdated_part(room: Room) -> Markup:
    """What changed in the class since the last grading, as a part of a page."""
    try:
        return part("outdated_part", fault="", outdated=load_report(room.class_dir, None, None).outdated)
    except GogradeError as error:
        return part("outdated_part", fault=words(error), outdated=())


def preview_part(room: Room) -> Markup:
    """What a run would change, as a part of a page; raises what `preview` raises."""
    found = preview(room.classroom, datetime.now(UTC))
    heads, rows = change_table(found.comparison)
    values = {
        "before": found.comparison.before,
        "after": found.comparison.after,
        "heads": heads,
        "rows": rows,
    }
    return part("changes_part", **values, count=changed_words(found.comparison), below=regrade_lines(found))


def publish_marks(room: Room, asked: Mapping[str, Any]) -> str:
    """Publish what was graded last; returns what `gograde publish` says."""
    return publish_text(publish(room.classroom, text_of(asked, "note").strip(), datetime.now(UTC)))


def export_answer(room: Room, asked: Mapping[str, Any]) -> dict[str, str]:
    """A table for a learning system, and what `gograde export` says of it; `table` is one to fill in.

    Raises `UsageError` for a system or an assignment that is none, `DataError` for a table that is none.
    """
    wanted, assignment, name = (text_of(asked, key) for key in ("to", "assignment", "name"))
    if wanted not in EXPORTED:
        raise UsageError("--to", "no learning system that is known", f"give one of: {', '.join(EXPORTED)}")
    column, scale = text_of(asked, "column").strip(), bool(text_of(asked, "scale"))
    request = ExportRequest(SYSTEMS[wanted], (assignment,) if assignment else (), None, None, column, scale)
    own = asked.get("table")
    done = _filled(room, request, name, own) if name else export_marks(room.class_dir, request)
    shown = {"text": export_text(done, ""), "name": name or f"marks-{wanted}.csv"}
    return {**shown, "data": b64encode(done.data).decode()}


def _filled(room: Room, request: ExportRequest, name: str, table: object) -> Exported:
    """The table of a page filled in; its errors name the file as the page does."""
    try:
        data = b64decode(table if isinstance(table, str) else "", validate=True)
    except ValueError:
        raise UsageError(name, "was not sent whole", "choose it again") from None
    with scratch_folder() as folder:
        path = folder / file_name(name)
        path.write_bytes(data)
        try:
            return export_marks(room.class_dir, replace(request, template=path))
        except GogradeError as error:
            told = (text.replace(str(path), name) for text in (error.where, error.what, error.fix))
            raise type(error)(*told) from None


def table(room: Room, name: str) -> bytes | None:
    """A table of `gograde report` as CSV; None where there is none of this name."""
    if name not in TABLES:
        return None
    report = load_report(room.class_dir, None, None)
    return as_csv(report, report.table(name))


# -- the review queue and the corrections of a class: several sittings decide the same class at once -----

MOST = 40
"""Sittings that are kept; the one that was used longest ago is forgotten."""


class Review:
    """The sittings of all open pages, of which one does something at a time."""

    def __init__(self, room: Room) -> None:
        self._room, self._lock, self._wrote = room, Lock(), Event()
        self._sittings: OrderedDict[str, Sitting] = OrderedDict()
        Thread(target=self._keep_marks, daemon=True).start()

    def begin(self, student: str = "", assignment: str = "") -> str:
        """The name of a new sitting over what waits now, optionally of a student or an assignment."""
        wanted = [
            one
            for one in self._room.programs(rejected=bool(student))
            if student in ("", one.submission[1]) and assignment in ("", one.submission[0])
        ]
        name = secrets.token_hex(12)
        with self._lock:
            self._sittings[name] = Sitting(self._room.class_dir, wanted, self._room.by)
            while len(self._sittings) > MOST:
                self._sittings.popitem(last=False)
        return name

    def look(self, name: str) -> Sitting | None:
        """A sitting as it stands now; None for one that is not known any more."""
        with self._lock:
            sitting = self._sittings.get(name)
            if sitting is not None:
                sitting.renew()
        return sitting

    def too_old(self) -> UsageError:
        """What is told to a page whose sitting is not known."""
        return UsageError("gograde view", "this page is from before it was started", "load the page again")

    def press(self, asked: dict[str, Any]) -> tuple[Sitting, str]:
        """Do what a page asks for; returns its sitting, and what there is to say.

        Raises `DataError` when the page shows something else than what waits now, and `UsageError` for a page
        that is too old, and for a look that is none.  Nothing is written then.
        """
        with self._lock:
            sitting = self._sittings.get(text_of(asked, "sitting"))
            if sitting is None:
                raise self.too_old()
            self._sittings.move_to_end(text_of(asked, "sitting"))
            sitting.renew()
            if text_of(asked, "shown") != seal_of(sitting):
                what = "somebody has decided something of what you see, or it was graded again"
                raise DataError("gograde view", what, "look again: the page shows it as it is now")
            sitting.by = text_of(asked, "by").strip() or self._room.by
            said = _done(sitting, asked)
            sitting.renew()
            if sitting.wrote:
                sitting.wrote = False
                self._wrote.set()
            return sitting, said

    def _keep_marks(self) -> None:
        """Renew the marks after decisions; what cannot be renewed now waits for the next grading."""
        while self._wrote.wait():
            self._wrote.clear()
            with suppress(GogradeError):
                renew_marks(self._room.class_dir)


def _done(sitting: Sitting, asked: Mapping[str, Any]) -> str:
    key = text_of(asked, "key")
    if not sitting.over and key == "g":
        return sitting.go(text_of(asked, "number"))
    if not sitting.over and key == "l":
        return sitting.look(text_of(asked, "corners"), text_of(asked, "kinds"))
    return pressed(sitting, key, text_of(asked, "comment").strip())


def seal_of(sitting: Sitting) -> str:
    """A word for what a page of this sitting shows: another whenever a person would see something else."""
    if sitting.over:
        return sha256(b"").hexdigest()
    tests = [
        (one.submission, one.test, [each.sha256 for each in one.pictures]) for one in sitting.shown.tests
    ]
    return sha256(
        repr((sitting.current and sitting.current.test.name, tests)).encode("utf-8", "surrogatepass")
    ).hexdigest()


def seal_of_row(one: Override) -> str:
    """A word for a row, another one when anything in it is changed; its line does not matter."""
    cells = (one.assignment, one.student, one.test, one.points, one.by, one.at, one.reason, one.decision)
    return sha256(repr((*cells, one.picture)).encode("utf-8", "surrogatepass")).hexdigest()


def add_correction(room: Room, asked: dict[str, Any]) -> str:
    """Add a correction; returns what there is to say.

    Raises `UsageError` for a name that the class does not have, `DataError` for a row that would be wrong and
    where somebody has corrected the test already.
    """
    classroom, results = room.classroom, room.results()
    row = {name: text_of(asked, name).strip() for name in OVERRIDE_COLUMNS}
    check_known("--assignment", row["assignment"], [*classroom.assignments])
    check_known("--student", row["student_id"], [one.id for one in classroom.students])
    path = room.class_dir / OVERRIDES
    line = 1 + path.read_bytes().count(b"\n") if path.is_file() else 2
    new = override_of(f"{path}:{line}", {**row, "at": now(), "picture": ""}, classroom.config)
    result = results.get(new.student, new.assignment)
    if result is None:
        what = f"{new.student} has no result of {new.assignment}"
        raise DataError(str(room.class_dir), what, f"gograde run {room.class_dir}")
    check_overrides([new], result.record.tests, str(path))
    add_overrides(room.class_dir, [new])
    return f"Written: {new.points:g} for {new.test or 'the whole'} of {new.student} in {new.assignment}."


def take_correction_out(room: Room, asked: dict[str, Any]) -> str:
    """Take out the correction that a page names by its seal; returns what there is to say.

    Raises `DataError` when no row says just that any more.
    """
    wanted = text_of(asked, "row")
    found = next((one for one in room.classroom.rows if seal_of_row(one) == wanted), None)
    if found is None:
        what = "this correction was changed or taken out meanwhile"
        raise DataError(str(room.class_dir / OVERRIDES), what, "look at it again")
    take_out(room.class_dir, [found])
    return f"Taken out: {found.test or 'the whole'} of {found.student} in {found.assignment}."
