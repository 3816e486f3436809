"""What pages do with the marks of a class: preview, publish, export, tables."""

from __future__ import annotations

from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from markupsafe import Markup

from gograde.app.classroom.pages import part, words
from gograde.app.classroom.room import Room, text_of
from gograde.errors import GogradeError, UsageError
from gograde.intake.downloads.systems import EXPORTED, SYSTEMS
from gograde.private import scratch_folder
from gograde.report.class_report import TABLES, load_report
from gograde.report.exports.formats import as_csv
from gograde.report.lms_export import Exported, ExportRequest, export_marks
from gograde.report.publication import publish
from gograde.report.regrade import preview
from gograde.report.terminal.export_report import export_text
from gograde.report.terminal.run_summary import publish_text, regrade_lines
from gograde.report.words.changes import change_table, changed_words
from gograde.report.words.escape import file_name


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
