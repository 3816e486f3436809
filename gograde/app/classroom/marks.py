"""What pages do with the marks of a class: preview, publish, export, tables."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from gograde.app.classroom.asked import text_of
from gograde.app.classroom.pages import part
from gograde.app.classroom.room import Room
from gograde.classroom.exporting.columns import System
from gograde.errors import UsageError
from gograde.report.class_report import TABLES, load_report
from gograde.report.exports.formats import as_csv
from gograde.report.kept import list_books
from gograde.report.lms_export import Exported, Request, export_marks
from gograde.report.publication import publish
from gograde.report.regrade import preview
from gograde.report.terminal.changes_text import regrade_lines
from gograde.report.terminal.export_report import export_text
from gograde.report.terminal.publish_text import publish_text
from gograde.report.words.changes import change_table, changed_words
from gograde.workflow.grade_class import Request as RunRequest

SYSTEMS = tuple(one.value for one in System)


def preview_part(room: Room) -> str:
    """What a run would change, as a part of a page; raises what `preview` raises."""
    found = preview(room.classroom, RunRequest(), datetime.now(UTC))
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


def books_of(room: Room) -> Mapping[str, Any]:
    """The kept gradebooks, and the number of the one that students see."""
    books = list_books(room.class_dir)
    return {"books": books, "seen": max((one["number"] for one in books if one["published"]), default=None)}


def exported(room: Room, asked: Mapping[str, Any]) -> Exported:
    """A new table for a learning system; raises `UsageError` for a system or an assignment that is none."""
    wanted, assignment = text_of(asked, "to"), text_of(asked, "assignment")
    if wanted not in SYSTEMS:
        raise UsageError("--to", "no learning system that is known", f"give one of: {', '.join(SYSTEMS)}")
    return export_marks(room.class_dir, Request(System(wanted), (assignment,) if assignment else ()))


def export_answer(room: Room, asked: Mapping[str, Any]) -> dict[str, str]:
    """What `gograde export` says of a table, and where it is."""
    done = exported(room, asked)
    wanted = {"to": done.system.value, "assignment": text_of(asked, "assignment")}
    return {"text": export_text(done, ""), "file": f"export?{urlencode(wanted)}", "name": export_name(wanted)}


def export_name(asked: Mapping[str, Any]) -> str:
    """The name of the file, which no browser changes."""
    return f"marks-{text_of(asked, 'to')}.csv"


def table(room: Room, name: str) -> bytes | None:
    """A table of `gograde report` as CSV; None where there is none of this name."""
    if name not in TABLES:
        return None
    report = load_report(room.class_dir, None, None)
    return as_csv(report, report.table(name))
