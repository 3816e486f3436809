"""The findings of a check as GitLab's report of code quality, which merge requests show at their lines."""

from __future__ import annotations

from hashlib import sha256

from gograde.report.exports.checks.annotations import Annotation, HandedIn, annotations_of
from gograde.report.redact import StudentRecord
from gograde.report.words.escape import json_text, visible

SEVERITIES = {"error": "major", "notice": "info"}


def code_quality(record: StudentRecord, submission: HandedIn) -> str:
    """A list of findings; GitLab wants a line of each, which is the first where none is known."""
    found = annotations_of(record, submission)
    return json_text([_finding(one, submission) for one in found]) + "\n"


def _finding(one: Annotation, submission: HandedIn) -> dict[str, object]:
    path = one.file or submission.path
    return {
        "description": visible(f"{one.title}: {one.text}"),
        "check_name": "gograde",
        "fingerprint": sha256("\0".join((path, one.title, one.text)).encode("utf-8", "replace")).hexdigest(),
        "severity": SEVERITIES[one.level],
        "location": {"path": visible(path), "lines": {"begin": one.line or 1}},
    }
