"""`gograde import` and `gograde new --roster` as commands."""

from __future__ import annotations

import json
from pathlib import Path

from gograde.classroom.importing.who import HELP
from tests.classroom.importing.exports import a_class, unpacked, zipped
from tests.cli.conftest import Terminal


def test_what_import_prints_and_how_it_ends(call: Terminal, tmp_path: Path) -> None:
    a_class(tmp_path / "c")
    names = ("liddellalice_LATE_101_1_a.py", "obrienbob_7_2_b.py", "x_8_3_c.py")
    zipped(tmp_path / "all.zip", dict.fromkeys(names, b""))
    done = call("import", "all.zip", "--into", "c")
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == (
        "board9: 2 submissions taken from a canvas export\n"
        "  new: 2 (alice, bob)\n  alice: the system marks it LATE\n"
        "left out: 1\n"
        "  x_8: not on the roster: Canvas id '8', name 'x'\n"
        f"    Fix: {HELP}\n"
        "Note: no time is known of alice: such a submission counts as handed in when it is first graded; "
        "give --map FILE with times, or write them into submitted_at.csv\n"
        "Note: no time is known of bob, and the system marks nothing late there: "
        "such a submission counts as handed in when due\n"
        "nothing handed in: 1 (chen)\n"
    )
    (tmp_path / "map.csv").write_text("label,student_id\nx_8,chen\n")
    done = call("import", "all.zip", "--into", "c", "--map", "map.csv", "--format", "json")
    value = json.loads(done.stdout)
    assert (done.returncode, value["schema"], value["from"]) == (0, "gograde/import/v1", "canvas")
    assert value["counts"] == {"new": 1, "replaced": 0, "same": 2, "kept": 0, "left_out": 0}
    assert value["submissions"][2] == {
        "student_id": "chen",
        "state": "new",
        "label": "x_8",
        "matched_by": "the name in the export",
        "files": 1,
        "submitted_at": "2026-11-15T23:59:00+08:00",
        "note": "",
    }
    done = call("import", "all.zip", "--into", "c", "--map", "map.csv")
    assert done.returncode == 0
    assert done.stdout.endswith("Nothing changed.\n")


def test_wrong_calls(call: Terminal, tmp_path: Path) -> None:
    text = "schema: gograde/class/v1\ntitle: T\nassignments: {board9: {}, influence: {}}\n"
    a_class(tmp_path / "c", rules=text)
    unpacked(tmp_path / "all", {"alice/a.py": b""})
    for words, message in (
        ((), "-a: the class has several assignments\nFix: give one of: board9, influence\n"),
        (("-a", "bord9"), 'bord9: no such assignment in this class\nFix: did you mean "board9"?\n'),
        (
            ("-a", "board9", "--zone", "Nowhere"),
            "--zone Nowhere: no time zone of this machine\nFix: give a name like Asia/Shanghai or UTC\n",
        ),
    ):
        done = call("import", "all", "--into", "c", *words)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", message)


def test_a_new_class_with_a_roster(call: Terminal, tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("SID,Name\n7,Alice Liddell\n")
    done = call("new", "c", "--roster", "people.csv")
    assert done.stdout == (
        "c: made. Next: look at roster.csv, then see README.md in it.\n"
        "Students: 1, with the column 'SID' of people.csv as ids.\n"
    )
    assert (tmp_path / "c/roster.csv").read_text().endswith("\n7,Liddell,Alice,\n")
