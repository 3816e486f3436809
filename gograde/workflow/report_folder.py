"""Decides where reports may be written: never over files that are not reports."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from pathlib import Path

from gograde.classroom.classroom import Classroom
from gograde.errors import DataError, UsageError
from gograde.files import write_atomic
from gograde.grading.plan_file import read_plan
from gograde.grading.records import to_json

REPORTS_SCHEMA = "gograde/manifest/v1"
"""The schema in the manifest of reports."""


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
        reports: str = read_plan(classroom)["reports"]
    except (DataError, KeyError, TypeError):
        return None
    return reports


def reports_folder(classroom: Classroom) -> Path:
    """Where the reports of a class are; raises `UsageError` when they cannot be there any more."""
    return Path(os.path.normpath(classroom.work / reports_from_work(classroom, None)))


def _is_foreign(folder: Path) -> bool:
    """Whether the folder holds files other than a README.md and is not a report folder."""
    if not folder.exists() or _are_reports(folder):
        return False
    return any(path.name != "README.md" for path in folder.iterdir())


def _are_reports(folder: Path) -> bool:
    """Whether the folder holds a manifest of reports that gograde wrote."""
    try:
        schema: object = json.loads((folder / "manifest.json").read_bytes())["schema"]
    except (OSError, ValueError, KeyError, TypeError):
        return False
    return schema == REPORTS_SCHEMA


# -- what was written last -------------------------------------------------------------------


def signature_path(classroom: Classroom) -> Path:
    """The path of the signature, which says which reports were written."""
    return classroom.work / "reports.signature"


def forget_reports(classroom: Classroom) -> None:
    """Have the next run write the reports again."""
    signature_path(classroom).unlink(missing_ok=True)


def sign_reports(classroom: Classroom, written: Mapping[str, str]) -> None:
    """Record which reports were written, with their SHA-256, so that missing ones are written again."""
    write_atomic(signature_path(classroom), to_json(written))


def reports_signature(reports: Path) -> bytes:
    """The SHA-256 of the manifest and of each file in it; empty when one cannot be read."""
    try:
        manifest = json.loads((reports / "manifest.json").read_bytes())
        names = ["manifest.json", *manifest["files"], *manifest["measured"]]
        return to_json({name: hashlib.sha256((reports / name).read_bytes()).hexdigest() for name in names})
    except (OSError, ValueError, KeyError, TypeError):
        return b""
