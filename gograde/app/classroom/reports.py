"""The reports of a class by their addresses.

An address is only looked up: among the pages of the students, and in the manifest of the reports.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from threading import Lock

from markupsafe import Markup

from gograde.app.classroom.room import Room, Stand
from gograde.errors import DataError
from gograde.report.besides import load_besides
from gograde.report.exports.reports_folder import INDEX, MANIFEST, listed
from gograde.report.pages.environment import page_name
from gograde.report.pages.renderer import Page, Pages
from gograde.report.results import Results, leagues_of
from gograde.workflow.report_folder import reports_folder

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
        besides = load_besides(self._room.class_dir, works, reports)
        pages = self._pages(results, self._bar("", "", INDEX))
        return pages.index(results, leagues_of(results), besides).encode()

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
