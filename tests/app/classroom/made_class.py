"""A class as `gograde run` leaves it, made by hand: pictures wait."""

import json
from pathlib import Path

from benchmarks.waiting_class import make_waiting_class
from gograde.report.exports.reports_folder import write_reports

WAITS = {
    "alice": ("agrees", "right", "agrees", "differs"),
    "bob": ("unread", "later"),
    "carol": ("right", "right"),
    "dan": ("differs",),
}
CLASS = "schema: gograde/class/v1\ntitle: Go in autumn\nassignments: {board9: {}, little-go: {}}\n"
HOSTILE = "<b>Mallory</b>"


def make_class(folder: Path) -> Path:
    """Four students, of whom alice has a name that is markup."""
    make_waiting_class(folder, WAITS)
    book = folder / "work" / "gradebook.json"
    value = json.loads(book.read_bytes())
    for entry in value["entries"]:
        entry["sha256"] = None  # nothing lies in the folder submissions
    value["students"][0]["last_name"] = HOSTILE
    value["class"]["title"] = "Go in autumn"
    book.write_text(json.dumps(value))
    for path in (folder / "work" / "scores" / "board9").iterdir():
        of_student = json.loads(path.read_bytes())
        of_student["submission"]["sha256"] = None
        path.write_text(json.dumps(of_student))
    (folder / "class.yaml").write_text(CLASS)
    write_reports(folder, folder / "reports")
    return folder
