"""Decides where reports may be written: never over files that are not reports."""

from __future__ import annotations

import hashlib
import json
import os
from contextlib import suppress
from pathlib import Path

from gograde.classroom.classroom import Classroom
from gograde.errors import DataError, UsageError
from gograde.grading.book import last_book
from gograde.grading.plan_file import read_plan
from gograde.grading.records import MadeFrom, digest_of, read_head
from gograde.grading.work_paths import reports_path

REPORTS_SCHEMA = "gograde/manifest/v1"
"""The schema in the manifest of reports."""

PAGES = "pages"
"""The part of the head of reports that is a digest of their files."""


def reports_from_work(classroom: Classroom, reports: Path | None) -> str:
    """The report folder (None: that of the last run), relative to the work folder when inside the class.

    A relative path stays valid when the class moves.  Raises `UsageError` for an unfit folder.
    """
    wanted = (reports or classroom.work / (reported_last(classroom) or "../reports")).resolve()
    inside = wanted.is_relative_to(classroom.path)
    written = os.path.relpath(wanted, classroom.work) if inside else str(wanted)
    what = _unfit(classroom, wanted)
    if not what and reports is not None and written != reported_last(classroom) and _is_foreign(wanted):
        what = "holds files that are not reports of gograde"
    if what:
        raise UsageError(str(wanted), what, "give --reports a new or empty folder")
    return written


def _unfit(classroom: Classroom, wanted: Path) -> str:
    """The reason why no reports can be written there; empty when they can."""
    if wanted == classroom.path:
        return "the class folder itself, not a place for reports"
    for name in ("hidden", "submissions", "work"):
        if wanted.is_relative_to((classroom.path / name).resolve()):
            return f"in the folder {name} of the class, not a place for reports"
    return "not a folder" if wanted.exists() and not wanted.is_dir() else ""


def reported_last(classroom: Classroom) -> str | None:
    """The report folder of the previous run, even an unfinished one; None without a previous run."""
    try:
        return read_plan(classroom).reports
    except DataError:
        return None


def reports_folder(classroom: Classroom) -> Path:
    """Where the reports of a class are; raises `UsageError` when they cannot be there any more."""
    return Path(os.path.normpath(classroom.work / reports_from_work(classroom, None)))


def _is_foreign(folder: Path) -> bool:
    """Whether the folder holds files other than a README.md, and no manifest of reports."""
    with suppress(OSError, ValueError, KeyError, TypeError):
        if json.loads((folder / "manifest.json").read_bytes())["schema"] == REPORTS_SCHEMA:
            return False
    return folder.exists() and any(path.name != "README.md" for path in folder.iterdir())


# -- what was written last -------------------------------------------------------------------


def shown(class_dir: Path, reports: Path) -> MadeFrom:
    """What reports are made from besides a plan: what is published; and a digest of the files that are there.

    Without a manifest, or when a file that it names is missing, that digest is empty.
    """
    book = last_book(class_dir)
    try:
        manifest = json.loads((reports / "manifest.json").read_bytes())
        names = ["manifest.json", *manifest["files"], *manifest["measured"]]
        files = {name: hashlib.sha256((reports / name).read_bytes()).hexdigest() for name in names}
    except (OSError, ValueError, KeyError, TypeError):
        files = {}
    return {"published": book.file if book else "", PAGES: digest_of(files) if files else ""}


def are_as_written(classroom: Classroom, reports: Path) -> bool:
    """Whether all reports are there, as they were written."""
    head = read_head(reports_path(classroom))
    written = head.made_from.get(PAGES) if head and head.made_from else None
    return written is not None and written == shown(classroom.path, reports)[PAGES]
