"""A class as `gograde run` leaves it, made by hand: pictures wait, and a league was played."""

import json
from pathlib import Path

from benchmarks.waiting_class import make_waiting_class
from gograde.arena.game.record import Side
from gograde.arena.rating.pairs import Fixture, Pair
from gograde.arena.schedule import PlayedFixture
from gograde.classroom.classroom import load_class
from gograde.codec import replace
from gograde.go.player import Termination
from gograde.grading.league.rounds import write_tile
from gograde.grading.work_paths import tile_path
from gograde.report.exports.reports_folder import write_reports
from tests.arena.judged import LOST_TWICE, moves, record

WAITS = {
    "alice": ("agrees", "right", "agrees", "differs"),
    "bob": ("unread", "later"),
    "carol": ("right", "right"),
    "dan": ("differs",),
}
CLASS = "schema: gograde/class/v1\ntitle: Go in autumn\nassignments: {board9: {}, little-go: {}}\n"
HOSTILE = "<b>Mallory</b>"


def make_class(folder: Path) -> Path:
    """Four students, of whom alice has a name that is markup, and two games of little-go."""
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
    room = load_class(folder)
    write_tile(tile_path(room, "little-go", 0, 0), games())
    write_reports(folder, folder / "reports")
    return folder


def games() -> tuple[PlayedFixture, PlayedFixture]:
    """A game that was thrown away twice, and one that an illegal move ended."""
    pair = Pair(0, "alice", "bob")
    sides = {"black": Side(name="alice", digest="a"), "white": Side(name="bob", digest="b")}
    lost = replace(record(LOST_TWICE), **sides)
    short = record(moves("22 22"), Termination.ILLEGAL, "black")
    illegal = replace(short, reason="white at (2, 2) is illegal: occupied", key="m" * 64)
    return PlayedFixture(Fixture(pair), lost), PlayedFixture(Fixture(pair, swapped=True), illegal)
