"""The downloads of the four systems, of folders and of repositories, brought into a class."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from gograde.classroom.classroom import Classroom, load_class
from gograde.classroom.exporting import ColumnRequest, fill, read_template
from gograde.classroom.new_class import make_class, new_config
from gograde.intake.downloads.repositories import address_of
from gograde.intake.downloads.systems import EXPORTED, IMPORTED, SYSTEMS
from tests.classroom.importing.exports import (
    Scene,
    a_class,
    brought,
    handed_in,
    left,
    played,
    states,
    times,
    told,
    unpacked,
    zipped,
)
from tests.golden import agrees, errors_agree
from tests.needs import require

# -- Canvas ---------------------------------------------------------------------------------

CANVAS = {
    "liddellalice_101_9001_board9.py": b"a", "liddellalice_101_9002_rules.py": b"b",
    "obrienbob_LATE_102_9003_homework.zip": b"PK not opened", "陈小明_103_9004_board9-2.py": b"c",
    "hatterann_104_text.html": b"<p>", "liddelalice_105_9006_board9.py": b"d",
    "kingada_101_9007_extra.py": b"e", "studenttest_199_9008_board9.py": b"f",
}  # fmt: skip


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


EXPORTS: dict[str, Scene] = {
    "canvas": Scene(CANVAS),
    "canvas, handed in again": Scene(CANVAS_AGAIN),
    "canvas, anonymous": Scene(ANONYMOUS),
    "canvas, anonymous, with a map": Scene(ANONYMOUS, MAP),
    **{f"moodle {slash}": Scene(moodle(slash)) for slash in ("/", "_/", "_")},
    "blackboard": Scene(BLACKBOARD),
    "gradescope": Scene(GRADESCOPE),
    **{f"folder {root}": Scene(of_folder(root)) for root in ("", "hand-ins/")},
    "one student": Scene({"alice/board9.py": b"a"}, unzipped=True),
    "names": Scene({"O'Brien, Bob/board9.py": b"b", "陈 小明/board9.py": b"c"}, unzipped=True),
}


def test_exports(tmp_path: Path) -> None:
    agrees("classroom/imports.txt", played(EXPORTS, tmp_path))


# -- each row of the table of systems: its table of people makes the class, and takes the marks ------------

HEAD = "Last Name,First Name,Email"
ADA, BO = "Lovelace,Ada,ada@example.org", "Li,Bo,bo@example.org"
TRIPS: dict[str, tuple[str, str]] = {
    "gradescope": (
        f"{HEAD},SID,Role,Total Score,Max Points,Status\n{ADA},s1,Student,,20,Ungraded\n{BO},,TA,,,\n",
        "x/submission_metadata.yml=submission_1:\n  :submitters:\n  - :name: Ada\n    :sid: s1\n"
        "  :created_at: 2026-11-14 12:15:09.123456000 Z\n | x/submission_1/board9.py=a",
    ),
    "moodle": (
        "Identifier,Full name,Email address,Status,Grade,Maximum grade,Last modified (submission)\n"
        'Participant 51,Ada Lovelace,ada@example.org,Submitted,,20.00,"Saturday, 14 November 2026, 8:15 PM"\n'
        "Participant 52,Bo Li,bo@example.org,No submission,,20.00,-\n",
        "Participant_51_assignsubmission_file_/src/board9.py=a | "
        "Participant_52_assignsubmission_onlinetext_/onlinetext.html=<p>",
    ),
    "blackboard": (
        'Last Name\t"First Name"\tUsername\t"Student ID"\t"Last Access"\t"board9 [Total Pts: 20 Score] |8"\n'
        '"Lovelace"\t"Ada"\t"ada"\t"s1"\t"now"\t""\n"PreviewUser"\t"x"\t"me_previewuser"\t""\t""\t""\n',
        "Week 1_ada_attempt_2026-11-14-20-15-09_board9.py=a | "
        "Week 1_me_previewuser_attempt_2026-11-14-20-15-09_board9.py=x",
    ),
    "brightspace": (
        f"OrgDefinedId,Username,{HEAD},board9 Points Grade <Numeric MaxPoints:20 Weight:5>,"
        f"Adjusted Final Grade Numerator,End-of-Line Indicator\n#s1,#ada,{ADA},,,#\n#s2,#bo,{BO},,,#\n",
        "index.html= | 7-81 - Ada Lovelace - Nov 13, 2026 1130 PM/board9.py=old | "
        "7-81 - Ada Lovelace - Nov 14, 2026 112 AM/lib/a.py=a | 7-82 - Bo Li - 14 March, 2026 13.05/b.py=b",
    ),
    "sakai": (
        "Student ID,Student Name,board9 [20],* board9,# Total Points\n"
        'ada,"Lovelace, Ada",,,\nbo,"Li, Bo",,,\n',
        "W/grades.csv= | W/Lovelace, Ada(ada)/Submission attachment(s)/board9.py=a | "
        "W/Lovelace, Ada(ada)/timestamp.txt=2026-11-14T12:15:09Z | W/Lovelace, Ada(ada)/comments.txt=2001 | "
        "W/Li, Bo(bo)/Submission attachment(s)/timestamp.txt=2001 | W/Li, Bo(bo)/timestamp.txt="
        "20261114120000000 | W/Poe(cy)/Poe(cy)_submissionText.html=<p>",
    ),
    "codegrade": (
        "Username,Name\nada,Ada Lovelace\nbo,Bo Li\n",
        "W/.cg-assignment-id=3 | W/Ada Lovelace - 2026-11-14T12:15:09.123456/.cg-submission-id=5 | "
        "W/Ada Lovelace - 2026-11-14T12:15:09.123456/a.py=a | "
        "W/Ada Lovelace - 2026-11-13T12:15:09.123456/a.py=old",
    ),
    "github": (
        "assignment_name,assignment_url,github_username,roster_identifier,student_repository_url,"
        "submission_timestamp,points_awarded,points_available\nboard9,https://x.example.org,ada-l,s1,"
        "https://github.com/x/board9-ada-l,2026-11-14T12:15:09Z,3,20\nboard9,,l,s2,,,,20\n",
        "board9-submissions/board9-ada-l/.git/HEAD= | board9-submissions/board9-ada-l/board9.py=a",
    ),
    "ilias": (
        "Nachname;Vorname;E-Mail;Anmeldename;Rolle/Status\nLovelace;Ada;o'ada@example.org;ada_l;Mitglied\n"
        "Li;Bo;;bo;Mitglied\nPoe;Cy;;cy;Kurstutor/in\nRoy;Di;;;Kursadministrator/in\n",
        "W_1/status.xlsx= | W_1/Submissions/Lovelace_Ada_ada_l_4711/board9.py=a | "
        "W_1/Submissions/Li_Bob_x_bo_4713/board9.py=an outsider | "
        "W_1/Submissions/Team 7/Li_Bo_bo_4712/Late Submission - board9.py=b",
    ),
    "autolab": (
        "Submission Time,Email,Total,board9,First name,Last name,Section,Lecture\n"
        "2026-11-14 12:15:09 +0800,ada_l@example.org,,,Ada,Lovelace,A,1\n,bo@example.org,,,Bo,Li,A,1\n",
        "ada_l@example.org_9_handin.py=old | ada_l@example.org_10_handin.py=a | 2_bo@example.org_my_b.py=b",
    ),
    "canvas": (
        "\ufeffsep=,\r\nStudent,ID,SIS User ID,SIS Login ID,Section,board9 (7012),Current Score\r\n"
        ",,,,,Manual Posting,\r\n    Points Possible,,,,,20,(read only)\r\n"
        '"हिन्दी, Ada",101,s1,ada,"A, B",,\r\n"Li, Bo",102,s2,bo,A,,\r\n"Student, Test",199,,x,A,,\r\n',
        "हिन्दीada_101_9_board9-1.py=a | libo_LATE_102_8_b.py=b | studenttest_199_1_b.py=",
    ),
}
"""What each system gives out: people or marks, and submissions.  From guides.gradescope.com (Export
submissions, Download grades), help.blackboard.com (Download assignments), community.d2l.com (Importing
grades), and the sources moodle locallib.php, sakai AssignmentServiceImpl.java and ImportGradesHelper.java,
CodeGra.fs cgfs.py, gh-classroom student-repos.go and assignment_grades.go, ILIAS class.ilExSubmission.php,
Autolab submissions_controller.rb and assessment_helper.rb, canvas-lms content_zipper.rb and
gradebook_exporter.rb."""


def trip(folder: Path, word: str) -> Iterator[str]:
    """The roster from the table, what comes of the import, and the table with marks."""
    (text, packed), table = TRIPS[word], folder / "table.csv"
    files = {name: data.encode() for name, _, data in (one.partition("=") for one in packed.split(" | "))}
    folder.mkdir()
    table.write_text(text, "utf-8", newline="")
    make_class(folder / "class", new_config("T", ["board9"]), table)
    yield (folder / "class/roster.csv").read_text("utf-8")
    room = load_class(folder / "class")
    yield told(room, brought(room, zipped(folder / "x.zip", files), table=table))
    if word in EXPORTED:
        wanted = [ColumnRequest("board9", "Reading", 20)]
        filled = fill(SYSTEMS[word], read_template(table), room.students, wanted, lambda *_: "7")
        yield filled.data.decode().replace("\r", "")


def test_each_row_of_the_systems(tmp_path: Path) -> None:
    assert {*TRIPS} == {*IMPORTED} - {"plain", "git"}
    said = ("--\n".join((f"== {word}\n", *trip(tmp_path / word, word))) for word in TRIPS)
    agrees("classroom/systems.txt", "\n".join(said))


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
        f"file://{clone}": "not on the roster: id or login 'mallory'",
    }
    assert not mark.exists()


NOT_TAKEN = "no address of a repository that is taken"
TAKEN = {
    "https": ("https://git.example.org/alice/go.git", "https://token@git.example.org:8443/alice/go"),
    "ssh": ("ssh://git@git.example.org:22/alice/go.git", "git@git.example.org:alice/go.git"),
}
HERE = "HERE HERE/../HERE . ../ alice file://HERE file:HERE HERE/x.bundle"
NO_ADDRESS = f"""{HERE} http://h/x git://h/x ftp://h/x ext::sh fd::3 h:x https:x https://-x/y
-u@h:x a@-h:x a@h:-x a@h::x ssh://-oProxyCommand=x/y [a@h:2]:x"""


def test_addresses_are_https_or_ssh(tmp_path: Path) -> None:
    for protocol, urls in TAKEN.items():
        assert [address_of(url, None) for url in urls] == [(protocol, url) for url in urls]
    for url in ("", "a@h:x\ny", *NO_ADDRESS.replace("HERE", str(tmp_path)).split()):
        assert address_of(url, None) is None, url


# -- what is no export ----------------------------------------------------------------------


def test_what_is_no_export(room: Classroom, tmp_path: Path) -> None:
    (tmp_path / "x.rar").write_bytes(b"")
    (tmp_path / "x.csv").write_text("student_id,address\n")
    (tmp_path / "x.zip").write_bytes(b"PK\x03\x04 cut off")
    (tmp_path / "empty").mkdir()
    unpacked(tmp_path / "moodle", {"alice/x.py": b""})
    asked = [(name, None) for name in ("gone.zip", "x.rar", "x.csv", "x.zip", "empty")]
    asked += [("moodle", SYSTEMS["moodle"]), ("moodle", SYSTEMS["gradescope"])]
    tried = [
        (f"{name} {kind.word.upper() if kind else ''}", partial(brought, room, tmp_path / name, kind=kind))
        for name, kind in asked
    ]
    errors_agree("classroom/no-exports.txt", tried, tmp_path)
    assert not os.path.lexists(room.path / "submissions/board9/.importing")


# -- group work in Canvas: one file under the name of the group, handed in by each member of that group  --


ROSTER = """\
student_id,last_name,first_name,email,canvas_id,{column}
alice,Liddell,Alice,al@example.org,101,Team 4-2!
bob,O'Brien,Bob,bob@example.org,102,team 42
chen,陈,小明,chen@example.org,103,黑白队
dana,Dee,Dana,dana@example.org,104,
"""
GROUPED = ROSTER.format(column="group")
FILES = {
    "team42_102_9001_board9.py": b"a",
    "team42_102_9002_more.py": b"b",
    "黑白队_LATE_103_9003_board9.py": b"c",
    "deedana_104_9004_board9.py": b"d",
}
SCENES = {
    **{f"a column {name}": Scene(FILES, "", ROSTER.format(column=name)) for name in ("group", "Group_Name")},
    "no column": Scene(FILES, "", "".join(f"{line.rpartition(',')[0]}\n" for line in ROSTER.splitlines())),
    # Of an assignment that is not for groups Canvas packs a file a student, under the student's name.
    "work of one": Scene({"obrienbob_102_9001_board9.py": b"a"}, "", GROUPED),
    "a group with the id of another student": Scene({"team42_103_9001_board9.py": b"a"}, "", GROUPED),
    "a map goes first": Scene({"team42_102_1_a.py": b"a"}, "label,student_id\nteam42_102,bob\n", GROUPED),
}


def test_each_member_has_handed_in(tmp_path: Path) -> None:
    agrees("classroom/groups.txt", played(SCENES, tmp_path))
    room, export = a_class(tmp_path / "class", GROUPED), zipped(tmp_path / "s.zip", FILES)
    assert [one.label for one in brought(room, export).brought][:2] == [
        "team42_102 (Alice Liddell)", "team42_102 (Bob O'Brien)",
    ]  # fmt: skip
    assert set(states(brought(room, export)).values()) == {"same"}
