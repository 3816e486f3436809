"""The downloads of the four systems, of folders and of repositories, brought into a class."""

from __future__ import annotations

import io
import os
import subprocess
import tarfile
from functools import partial
from pathlib import Path

import pytest

from gograde.classroom.classroom import Classroom
from gograde.classroom.importing.outcome import Outcome
from gograde.errors import DataError
from gograde.intake.downloads.repositories import address_of
from gograde.intake.downloads.systems import SYSTEMS
from tests.classroom.importing.exports import (
    a_class,
    brought,
    handed_in,
    left,
    states,
    times,
    unpacked,
    zipped,
)
from tests.golden import agrees, errors_agree
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


CANVAS_AGAIN = {
    "liddellalice_101_1_board9.py": b"first",
    "liddellalice_101_2_board9-1.py": b"second",
    "liddellalice_101_4_board9-2.py": b"third",
    "liddellalice_101_3_part-1.py": b"my own number",
    "liddellalice_101_5_part-2.py": b"mine too",
    "liddellalice_101_6_data-1.tar.gz": b"once",
}
ANONYMOUS = {"anon_xY3z_77_board9.py": b"a", "LATE_anon_q9_78_b.py": b"b"}
MAP = "label,student_id,submitted_at\nanon_xY3z,bob,2026-11-14T08:00:00+08:00\nanon_q9,chen,\n"

# -- Moodle ---------------------------------------------------------------------------------


def moodle(slash: str) -> dict[str, bytes]:
    return {
        f"Alice Liddell_700_assignsubmission_file{slash}board9.py": b"a",
        f"Team 1-A-Bob OBrien_701_assignsubmission_file{slash}hw.zip": b"PK",
        "陈小明_702_assignsubmission_onlinetext_/onlinetext.html": b"<p>",
        f"Alice Lidell_703_assignsubmission_file{slash}board9.py": b"x",
    }


PARTICIPANTS = {
    "Participant_5001_assignsubmission_file/src/board9.py": b"a",
    "Participant_5002_assignsubmission_file/board9.py": b"b",
}
SHEET = (
    "\ufeffIdentifier,Full name,Email address,Status,Grade,Maximum grade,Last modified (submission)\n"
    'Participant 5002,Bob Smith,BOB@example.org,Submitted,,100.00,"Saturday, 14 November 2026, 8:15 PM"\n'
    "Participant 5009,Nobody Here,no@example.org,,,100.00,-\n"
)

# -- Blackboard -----------------------------------------------------------------------------


def summary(name: str, login: str, date: str) -> bytes:
    lines = (f"Name: {name} ({login})", "Assignment: Week 1", f"Date Submitted: {date}", "Current Mark: ")
    forged = "Name: Bob (bobrien)\r\nDate Submitted: Monday, 1 January 2001 0:00:00\r\n"
    text = f"Submission Field:\r\n{forged}"
    return ("\r\n".join(lines) + "\r\n\r\n" + text).encode()


LATE = "Week 1_aliddell_attempt_2026-11-16-09-00-00"
GOOD = "Week 1_aliddell_attempt_2026-11-14-20-15-09"
OLD = "Week 1_aliddell_attempt_2026-11-13-10-00-00"
CHEN = "Week 1_hw1_chen_attempt_2026-11-15-10-00-00"
BLACKBOARD = {
    f"{LATE}.txt": summary("Alice Liddell", "aliddell", "Monday, 16 November 2026 09:00:00 o'clock CST"),
    f"{LATE}_board9.py": b"too late",
    f"{GOOD}.txt": summary("Alice Liddell", "aliddell", "Saturday, November 14, 2026 8:15:09 PM CST"),
    f"{GOOD}_board9.py": b"counts",
    f"{GOOD}_my_own_attempt_2026-11-15-00-00-00.txt": b"a file of the student",
    f"{OLD}_board9.py": b"old",
    f"{CHEN}_hw.zip": b"PK",
    "Week 1_bobrien_attempt_2026-11-15-10-00-00.txt": summary("Bob", "bobrien", "today"),
}

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


GRADESCOPE = {
    "assignment_55_export/submission_metadata.yml": METADATA.encode(),
    "assignment_55_export/submission_11/board9.py": b"a",
    "assignment_55_export/submission_11/lib/rules.py": b"b",
    "assignment_55_export/submission_12/board9.py": b"of two",
    "assignment_55_export/submission_14/board9.py": b"?",
}

# -- folders, archives, repositories --------------------------------------------------------


def of_folder(root: str) -> dict[str, bytes]:
    return {
        f"{root}alice/src/board9.py": b"a",
        f"{root}bobrien.tar.gz": b"\x1f\x8b not opened",
        f"{root}chen@example.org.py": b"c",
        f"{root}alic/board9.py": b"?",
        f"{root}notes.md": b"?",
        "__MACOSX/._x": b"junk",
    }


EXPORTS: dict[str, tuple[dict[str, bytes], str]] = {
    "canvas": (CANVAS, ""),
    "canvas, handed in again": (CANVAS_AGAIN, ""),
    "canvas, anonymous": (ANONYMOUS, ""),
    "canvas, anonymous, with a map": (ANONYMOUS, MAP),
    **{f"moodle {slash}": (moodle(slash), "") for slash in ("/", "_/", "_")},
    "moodle with a worksheet": (PARTICIPANTS, SHEET),
    "blackboard": (BLACKBOARD, ""),
    "gradescope": (GRADESCOPE, ""),
    **{f"folder {root}": (of_folder(root), "") for root in ("", "hand-ins/")},
    "one student": ({"alice/board9.py": b"a"}, ""),
    "names": ({"O'Brien, Bob/board9.py": b"b", "陈 小明/board9.py": b"c"}, ""),
}
"""What is exported, and the table that is given beside it."""


def told(room: Classroom, outcome: Outcome) -> str:
    """All that comes of an import: what was brought, what was left, times, and notes."""
    files = {name: data for name, data in handed_in(room).items() if name != "submitted_at.csv"}
    lines = [
        f"kind: {outcome.kind.word.upper()}",
        *(f"{state}: {student}" for student, state in states(outcome).items()),
        *(f"file: {name}: {data!r}" for name, data in files.items()),
        *(f"time: {line}" for line in times(room)),
        *(f"left: {name}: {why}" for name, why in left(outcome).items()),
        *(f"perhaps: {', '.join(one.candidates)}" for one in outcome.left if one.candidates),
        *(f"missing: {student}" for student in outcome.missing),
        *(f"marked: {one.note}" for one in outcome.brought if one.note),
        *(f"note: {note}" for note in outcome.notes),
    ]
    return "".join(f"{line}\n" for line in lines)


def test_exports(tmp_path: Path) -> None:
    said = []
    for number, (name, (files, table)) in enumerate(EXPORTS.items()):
        room, place = a_class(tmp_path / f"class{number}"), tmp_path / f"export{number}"
        place.mkdir()
        (place / "table.csv").write_text(table, "utf-8")
        given = {"table": place / "table.csv"} if table else {}
        unzipped = name in ("one student", "names")
        export = unpacked(place / "export", files) if unzipped else zipped(place / "export.zip", files)
        said.append(f"== {name}\n{told(room, brought(room, export, **given))}")
    agrees("classroom/imports.txt", "\n".join(said))


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
    (tmp_path / "x.rar").write_bytes(b"")
    (tmp_path / "x.tar.gz").write_bytes(b"no tar")
    (tmp_path / "x.csv").write_text("student_id,address\n")
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04 cut off")
    (tmp_path / "empty").mkdir()
    unpacked(tmp_path / "moodle", {"alice/x.py": b""})
    asked = [(name, None) for name in ("gone.zip", "x.rar", "x.tar.gz", "x.csv", "x.zip", "empty")]
    asked += [("moodle", SYSTEMS["moodle"]), ("moodle", SYSTEMS["gradescope"])]
    tried = (
        (f"{name} {kind.word.upper() if kind else ''}", partial(brought, room, tmp_path / name, kind=kind))
        for name, kind in asked
    )
    errors_agree("classroom/no-exports.txt", tried, tmp_path)
    assert not os.path.lexists(room.path / "submissions/board9/.importing")
