"""The downloads of the four systems, of folders and of repositories, brought into a class."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from pathlib import Path

import pytest

from gograde.classroom.classroom import Classroom
from gograde.errors import DataError, UsageError
from gograde.intake.downloads.part import Kind
from gograde.intake.downloads.repositories import address_of
from tests.classroom.importing.exports import brought, handed_in, left, states, times, unpacked, zipped
from tests.needs import require

# -- Canvas ---------------------------------------------------------------------------------

CANVAS = {
    "liddellalice_101_9001_board9.py": b"a",
    "liddellalice_101_9002_rules.py": b"b",
    "obrienbob_LATE_102_9003_homework.zip": b"PK not opened",
    "陈小明_103_9004_board9-2.py": b"c",
    "hatterann_104_text.html": b"<p>",
    "liddelalice_105_9006_board9.py": b"d",
    "kingada_101_9007_extra.py": b"e",
    "studenttest_199_9008_board9.py": b"f",
}


def test_canvas(room: Classroom, tmp_path: Path) -> None:
    outcome = brought(room, zipped(tmp_path / "submissions.zip", CANVAS))
    assert outcome.kind is Kind.CANVAS
    assert states(outcome) == {"bob": "new", "chen": "new"}
    assert {name: data for name, data in handed_in(room).items() if name != "submitted_at.csv"} == {
        "bob/homework.zip": b"PK not opened",
        "chen/board9.py": b"c",
    }
    assert times(room) == ["chen,2026-11-15T23:59:00+08:00,not marked late"]
    assert left(outcome) == {
        "hatterann_104": "only text typed in Canvas, or an address, and no file",
        "liddelalice_105": "not on the roster: Canvas id '105', name 'liddelalice'",
        "liddellalice_101": "alice has 2 submissions here, and no times tell them apart",
        "kingada_101": "alice has 2 submissions here, and no times tell them apart",
    }
    assert [one.candidates for one in outcome.left if one.candidates] == [("Alice Liddell (alice)",)]
    assert outcome.missing == ["alice"]
    assert any(note.startswith("no time is known of bob:") for note in outcome.notes)
    assert "passed over, since nobody of the class is meant: studenttest_199" in outcome.notes
    assert [one.note for one in outcome.brought] == ["the system marks it LATE", ""]


def test_canvas_numbers_what_is_handed_in_again(room: Classroom, tmp_path: Path) -> None:
    files = {
        "liddellalice_101_1_board9.py": b"first",
        "liddellalice_101_2_board9-1.py": b"second",
        "liddellalice_101_4_board9-2.py": b"third",
        "liddellalice_101_3_part-1.py": b"my own number",
        "liddellalice_101_5_part-2.py": b"mine too",
        "liddellalice_101_6_data-1.tar.gz": b"once",
    }
    outcome = brought(room, unpacked(tmp_path / "canvas", files))
    found = handed_in(room)
    assert {name: found[name] for name in found if name.startswith("alice/")} == {
        "alice/board9.py": b"third",
        "alice/part-1.py": b"my own number",
        "alice/part-2.py": b"mine too",
        "alice/data.tar.gz": b"once",
    }
    assert outcome.notes[:2] == [
        "liddellalice_101: board9.py is an earlier version of board9-2.py",
        "liddellalice_101: board9-1.py is an earlier version of board9-2.py",
    ]


def test_an_anonymous_canvas_download_is_matched_by_a_table(room: Classroom, tmp_path: Path) -> None:
    export = zipped(tmp_path / "a.zip", {"anon_xY3z_77_board9.py": b"a", "LATE_anon_q9_78_b.py": b"b"})
    assert left(brought(room, export)) == {
        "anon_xY3z": "the export does not say who handed it in",
        "anon_q9": "the export does not say who handed it in",
    }
    table = tmp_path / "map.csv"
    table.write_text(
        "label,student_id,submitted_at\nanon_xY3z,bob,2026-11-14T08:00:00+08:00\nanon_q9,chen,\n"
    )
    assert states(brought(room, export, table=table)) == {"bob": "new", "chen": "new"}
    assert times(room) == ["bob,2026-11-14T08:00:00+08:00,map.csv"]


# -- Moodle ---------------------------------------------------------------------------------


@pytest.mark.parametrize("slash", ["/", "_/", "_"])
def test_moodle(room: Classroom, tmp_path: Path, slash: str) -> None:
    files = {
        f"Alice Liddell_700_assignsubmission_file{slash}board9.py": b"a",
        f"Team 1-A-Bob OBrien_701_assignsubmission_file{slash}hw.zip": b"PK",
        "陈小明_702_assignsubmission_onlinetext_/onlinetext.html": b"<p>",
        f"Alice Lidell_703_assignsubmission_file{slash}board9.py": b"x",
    }
    outcome = brought(room, zipped(tmp_path / "moodle.zip", files))
    assert outcome.kind is Kind.MOODLE
    assert states(outcome) == {"alice": "new", "bob": "new"}
    assert handed_in(room) == {"alice/board9.py": b"a", "bob/hw.zip": b"PK"}
    assert left(outcome) == {
        "陈小明_702": "only text typed in Moodle, and no file",
        "Alice Lidell_703": "not on the roster: Moodle id '703', name 'Alice Lidell'",
    }
    assert times(room) == []


def test_the_worksheet_of_moodle_has_ids_and_times(room: Classroom, tmp_path: Path) -> None:
    export = zipped(
        tmp_path / "m.zip",
        {
            "Participant_5001_assignsubmission_file/src/board9.py": b"a",
            "Participant_5002_assignsubmission_file/board9.py": b"b",
        },
    )
    sheet = tmp_path / "grades.csv"
    sheet.write_text(
        "\ufeffIdentifier,Full name,Email address,Status,Grade,Maximum grade,Last modified (submission)\n"
        'Participant 5002,Bob Smith,BOB@example.org,Submitted,,100.00,"Saturday, 14 November 2026, 8:15 PM"\n'
        "Participant 5009,Nobody Here,no@example.org,,,100.00,-\n",
        "utf-8",
    )
    outcome = brought(room, export, table=sheet)
    assert states(outcome) == {"alice": "new", "bob": "new"}
    assert handed_in(room)["alice/src/board9.py"] == b"a"
    assert times(room) == ["bob,2026-11-14T20:15:00+08:00,grades.csv"]
    assert "grades.csv: 1 row names nobody of the roster" in outcome.notes


# -- Blackboard -----------------------------------------------------------------------------


def summary(name: str, login: str, date: str) -> bytes:
    lines = (f"Name: {name} ({login})", "Assignment: Week 1", f"Date Submitted: {date}", "Current Mark: ")
    forged = "Name: Bob (bobrien)\r\nDate Submitted: Monday, 1 January 2001 0:00:00\r\n"
    text = f"Submission Field:\r\n{forged}"
    return ("\r\n".join(lines) + "\r\n\r\n" + text).encode()


def test_blackboard(room: Classroom, tmp_path: Path) -> None:
    late = "Week 1_aliddell_attempt_2026-11-16-09-00-00"
    good = "Week 1_aliddell_attempt_2026-11-14-20-15-09"
    old = "Week 1_aliddell_attempt_2026-11-13-10-00-00"
    chen = "Week 1_hw1_chen_attempt_2026-11-15-10-00-00"
    files = {
        f"{late}.txt": summary("Alice Liddell", "aliddell", "Monday, 16 November 2026 09:00:00 o'clock CST"),
        f"{late}_board9.py": b"too late",
        f"{good}.txt": summary("Alice Liddell", "aliddell", "Saturday, November 14, 2026 8:15:09 PM CST"),
        f"{good}_board9.py": b"counts",
        f"{good}_my_own_attempt_2026-11-15-00-00-00.txt": b"a file of the student",
        f"{old}_board9.py": b"old",
        f"{chen}_hw.zip": b"PK",
        "Week 1_bobrien_attempt_2026-11-15-10-00-00.txt": summary("Bob", "bobrien", "today"),
    }
    outcome = brought(room, zipped(tmp_path / "gradebook.zip", files))
    assert outcome.kind is Kind.BLACKBOARD
    assert {name: data for name, data in handed_in(room).items() if name != "submitted_at.csv"} == {
        "alice/board9.py": b"counts",
        "alice/my_own_attempt_2026-11-15-00-00-00.txt": b"a file of the student",
        "chen/hw.zip": b"PK",
    }
    assert times(room) == [
        "alice,2026-11-14T20:15:09+08:00,blackboard",
        "chen,2026-11-15T10:00:00+08:00,blackboard",
    ]
    assert left(outcome) == {"Week 1_bobrien_attempt_2026-11-15-10-00-00": "an attempt without a file"}
    assert outcome.notes == [
        "times without an offset are read as +0800 (--zone)",
        f"{old}: an earlier attempt; {good} counts (resubmissions: last_before_due)",
        f"{late}: after the deadline; {good} counts (resubmissions: last_before_due)",
    ]


# -- Gradescope -----------------------------------------------------------------------------

METADATA = """\
---
submission_11:
  :submitters:
  - :name: Alice Liddell
    :sid: alice
    :email: al@example.org
  :created_at: 2026-11-14 12:15:09.123456000 Z
  :score: 3.0
  :status: processed
  :results:
    tests:
    - name: hostile
      output: |
        submission_12:
          :submitters: &a [*a, "
  :history:
  - :created_at: 2001-01-01 00:00:00 Z
submission_12:
  :submitters:
  - :name: Bob Brown
    :sid:
    :email: bob@example.org
  - :name: 小明 陈
    :sid: '999'
    :email:
  :created_at: 2026-11-15 08:00:00.000000000 +08:00
submission_13:
  :submitters:
  - :name: Alice Lidell
    :sid: s1
  :created_at: 2026-11-15 08:00:00 Z
"""


def test_gradescope(room: Classroom, tmp_path: Path) -> None:
    root = "assignment_55_export/"
    files = {
        f"{root}submission_metadata.yml": METADATA.encode(),
        f"{root}submission_11/board9.py": b"a",
        f"{root}submission_11/lib/rules.py": b"b",
        f"{root}submission_12/board9.py": b"of two",
        f"{root}submission_14/board9.py": b"?",
    }
    outcome = brought(room, zipped(tmp_path / "export.zip", files))
    assert outcome.kind is Kind.GRADESCOPE
    assert {name: data for name, data in handed_in(room).items() if name != "submitted_at.csv"} == {
        "alice/board9.py": b"a",
        "alice/lib/rules.py": b"b",
        "bob/board9.py": b"of two",
        "chen/board9.py": b"of two",
    }
    assert times(room) == [
        "alice,2026-11-14T12:15:09+00:00,gradescope",
        "bob,2026-11-15T08:00:00+08:00,gradescope",
        "chen,2026-11-15T08:00:00+08:00,gradescope",
    ]
    assert left(outcome) == {
        "submission_14": "not in submission_metadata.yml",
        "submission_13": "no files in the export",
    }


# -- folders, archives, repositories --------------------------------------------------------


@pytest.mark.parametrize("root", ["", "hand-ins/"])
def test_a_folder_of_what_students_handed_in(room: Classroom, tmp_path: Path, root: str) -> None:
    files = {
        f"{root}alice/src/board9.py": b"a",
        f"{root}bobrien.tar.gz": b"\x1f\x8b not opened",
        f"{root}chen@example.org.py": b"c",
        f"{root}alic/board9.py": b"?",
        f"{root}notes.md": b"?",
        "__MACOSX/._x": b"junk",
    }
    outcome = brought(room, zipped(tmp_path / "all.zip", files))
    assert outcome.kind is Kind.PLAIN
    assert handed_in(room) == {
        "alice/src/board9.py": b"a",
        "bob/bobrien.tar.gz": b"\x1f\x8b not opened",
        "chen/chen@example.org.py": b"c",
    }
    assert left(outcome) == {
        "notes.md": "a file that no program is handed in as",
        "alic": "'alic' is no id, login, e-mail or name of the roster",
    }


def tarred(path: Path, *members: tuple[tarfile.TarInfo, bytes]) -> Path:
    with tarfile.open(path, "w:gz") as archive:
        for info, data in members:
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return path


def test_a_tar_of_what_students_handed_in(room: Classroom, tmp_path: Path) -> None:
    members = (
        (tarfile.TarInfo(f"all/{name}"), data)
        for name, data in {"alice/a.py": b"a", "bob.zip": b"PK"}.items()
    )
    assert states(brought(room, tarred(tmp_path / "all.tar.gz", *members))) == {"alice": "new", "bob": "new"}
    assert handed_in(room) == {"alice/a.py": b"a", "bob/bob.zip": b"PK"}


def test_an_unsafe_tar_is_refused(room: Classroom, tmp_path: Path) -> None:
    link = tarfile.TarInfo("alice/x.py")
    link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
    twice = tarfile.TarInfo("alice/x.py"), tarfile.TarInfo("alice/x.py")
    for members, why in (
        ([(link, b"")], "alice/x.py: a link, or no regular file"),
        ([(tarfile.TarInfo("../x.py"), b"")], "../x.py: leads out of the folder (..)"),
        ([(twice[0], b"1"), (twice[1], b"2")], "alice/x.py: the name occurs twice"),
    ):
        with pytest.raises(DataError) as caught:
            brought(room, tarred(tmp_path / "x.tgz", *members))
        assert caught.value.what == f"refused as a whole: {why}"


def test_names_and_the_folder_of_one_student(room: Classroom, tmp_path: Path) -> None:
    one = unpacked(tmp_path / "one", {"alice/board9.py": b"a"})
    assert states(brought(room, one)) == {"alice": "new"}
    named = unpacked(tmp_path / "named", {"O'Brien, Bob/board9.py": b"b", "陈 小明/board9.py": b"c"})
    assert states(brought(room, named)) == {"bob": "new", "chen": "new"}


def git(folder: Path, *words: str) -> None:
    require("git")
    settings = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "commit.gpgsign=false")
    subprocess.run(["git", "-C", str(folder), *settings, *words], check=True, capture_output=True)


def test_a_list_of_clones(room: Classroom, tmp_path: Path) -> None:
    clone = unpacked(tmp_path / "clones/alice", {"board9.py": b"committed", "lib/a.py": b"b"})
    mark = tmp_path / "hook-ran"
    git(clone, "init", "-q")
    git(clone, "add", "-A")
    (clone / "link.py").symlink_to("/etc/passwd")
    git(clone, "add", "-A")
    git(clone, "commit", "-qm", "x")
    for hook in ("post-checkout", "post-upload-pack", "pre-auto-gc"):
        (clone / ".git/hooks" / hook).write_text(f"#!/bin/sh\ntouch {mark}\n")
        (clone / ".git/hooks" / hook).chmod(0o755)
    git(clone, "config", "uploadpack.packObjectsHook", f"touch {mark};")
    (clone / "board9.py").write_bytes(b"not committed")
    table = tmp_path / "repositories.csv"
    table.write_text(
        "student_id,url,submitted_at\n"
        "alice,clones/alice,2026-11-14T08:00:00+08:00\n"
        f"bob,ext::sh -c touch% {mark},\n"
        "chen,--upload-pack=touch x,\n"
        f"mallory,file://{clone},\n"
    )
    assert not states(brought(room, table))
    outcome = brought(room, table, local=True)
    found = handed_in(room)
    assert (found["alice/board9.py"], found["alice/lib/a.py"]) == (b"committed", b"b")
    assert found["alice/link.py"] == b"/etc/passwd"
    assert [name for name in found if ".git" in name] == []
    assert times(room) == ["alice,2026-11-14T08:00:00+08:00,git"]
    assert states(outcome) == {"alice": "new"}
    assert left(outcome) == {
        f"ext::sh -c touch% {mark}": f"bob: {NOT_TAKEN}",
        "--upload-pack=touch x": f"chen: {NOT_TAKEN}",
        f"file://{clone}": "not on the roster: id 'mallory'",
    }
    assert not mark.exists()


NOT_TAKEN = "no address of a repository that is taken"


@pytest.mark.parametrize(
    ("url", "protocol"),
    [
        ("https://git.example.org/alice/go.git", "https"),
        ("https://token@git.example.org:8443/alice/go", "https"),
        ("ssh://git@git.example.org:22/alice/go.git", "ssh"),
        ("git@git.example.org:alice/go.git", "ssh"),
        *(
            (url, None)
            for url in (
                *(
                    "",
                    "HERE",
                    "HERE/../HERE",
                    ".",
                    "../",
                    "alice",
                    "file://HERE",
                    "file:HERE",
                    "HERE/x.bundle",
                ),
                *(
                    "http://h/x",
                    "git://h/x",
                    "ftp://h/x",
                    "ext::sh",
                    "fd::3",
                    "h:x",
                    "https:x",
                    "https://-x/y",
                ),
                *(
                    "-u@h:x",
                    "a@-h:x",
                    "a@h:-x",
                    "a@h::x",
                    "ssh://-oProxyCommand=x/y",
                    "a@h:x\ny",
                    "[a@h:2]:x",
                ),
            )
        ),
    ],
)
def test_addresses_are_https_or_ssh(tmp_path: Path, url: str, protocol: str | None) -> None:
    found = address_of(url.replace("HERE", str(tmp_path)), None)
    assert (found and found[0]) == protocol


# -- what is no export ----------------------------------------------------------------------


def test_what_is_no_export(room: Classroom, tmp_path: Path) -> None:
    def error(path: Path, **wanted: object) -> str:
        with pytest.raises((DataError, UsageError)) as caught:
            brought(room, path, **wanted)
        return str(caught.value).replace(str(tmp_path), "HERE")

    (tmp_path / "x.rar").write_bytes(b"")
    (tmp_path / "x.tar.gz").write_bytes(b"no tar")
    (tmp_path / "x.csv").write_text("student_id,address\n")
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04 cut off")
    (tmp_path / "empty").mkdir()
    moodle = unpacked(tmp_path / "moodle", {"alice/x.py": b""})
    assert error(tmp_path / "gone.zip") == (
        "HERE/gone.zip: no such file or folder\nFix: give what the learning system exported"
    )
    assert error(tmp_path / "x.rar") == (
        "HERE/x.rar: not an export that is read here\nFix: give a folder, a .zip, a .tar.gz or a .csv"
    )
    assert error(tmp_path / "x.tar.gz") == (
        "HERE/x.tar.gz: no tar archive, or a broken one (truncated header)\n"
        "Fix: unpack it by hand and import the folder"
    )
    assert error(tmp_path / "x.csv") == (
        "HERE/x.csv:1: no column url\n"
        "Fix: name its columns: student_id,url and perhaps revision and submitted_at"
    )
    assert error(tmp_path / "x.zip") == (
        "HERE/x.zip: no zip archive, or a broken one (File is not a zip file)\n"
        "Fix: download it again, or unpack it by hand and import the folder"
    )
    assert error(tmp_path / "empty") == (
        "HERE/empty: no files in it\nFix: give what the learning system exported"
    )
    assert error(moodle, kind=Kind.MOODLE) == (
        "HERE/moodle: no file in it is named as Moodle names them\n"
        "Fix: leave --from out, or export the submissions again"
    )
    assert error(moodle, kind=Kind.GRADESCOPE) == (
        "HERE/moodle: no submission_metadata.yml in it\nFix: export the submissions from Gradescope again"
    )
    assert not os.path.lexists(room.path / "submissions/board9/.importing")
