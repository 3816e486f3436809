"""Archives, folders and repositories that are hostile: they harm nobody but who handed them in."""

from __future__ import annotations

import io
import subprocess
import zipfile
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from gograde.classroom.classroom import Classroom
from gograde.classroom.importing import bring_in
from gograde.errors import DataError
from gograde.intake.downloads import archives, repositories
from gograde.intake.seen import without_program
from gograde.intake.submission import take_in
from gograde.sandbox.landlock.backend import Unsandboxed
from gograde.sandbox.protocol import Job, RunResult
from tests.classroom.importing.exports import a_class, brought, handed_in, left, states, unpacked, zipped
from tests.needs import require


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("../alice/x.py", "../alice/x.py: leads out of the folder (..)"),
        ("alice/../../x.py", "alice/../../x.py: leads out of the folder (..)"),
        ("/alice/x.py", "/alice/x.py: an absolute path"),
        ("C:\\alice\\x.py", "C:\\alice\\x.py: a drive letter"),
    ],
)
def test_an_unsafe_path_refuses_the_whole_archive(
    room: Classroom, tmp_path: Path, name: str, why: str
) -> None:
    export = zipped(tmp_path / "x.zip", {"bob/x.py": b"", name: b"evil"})
    with pytest.raises(DataError) as caught:
        brought(room, export)
    assert str(caught.value) == (
        f"{export}: refused as a whole: {why}\n"
        "Fix: download it again, or unpack it by hand and import the folder"
    )
    assert handed_in(room) == {}


def test_names_twice(room: Classroom, tmp_path: Path) -> None:
    with (
        zipfile.ZipFile(tmp_path / "x.zip", "w") as archive,
        pytest.warns(UserWarning, match="Duplicate name"),
    ):
        for data in (b"1", b"2"):
            archive.writestr("alice/x.py", data)
    with pytest.raises(DataError, match=r"refused as a whole: alice/x\.py: the name occurs twice"):
        brought(room, tmp_path / "x.zip")


def test_a_name_that_no_file_can_have_stops_nobody_else(room: Classroom, tmp_path: Path) -> None:
    names = {"alice/a\nb.py": b"1", f"alice/{'x' * 250}.py": b"2", "alice/board9.py": b"3"}
    outcome = brought(room, zipped(tmp_path / "x.zip", names))
    assert handed_in(room) == {"alice/board9.py": b"3"}
    assert left(outcome) == {
        "alice/a\nb.py": "a character that no file name may hold",
        f"alice/{'x' * 250}.py": "a name that is too long",
    }


def test_a_submission_that_is_too_large_is_left_out_alone(
    room: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bring_in, "PART_BYTES", 1024 * 1024)
    files = {"alice/a.py": b"0" * 600_000, "alice/b.py": b"0" * 600_000, "bob/a.py": b"b"}
    outcome = brought(room, zipped(tmp_path / "x.zip", files))
    assert left(outcome) == {"alice": "more than 1 MiB, at b.py"}
    assert handed_in(room) == {"bob/a.py": b"b"}


def test_a_file_that_is_a_folder_too_is_left_out_alone(room: Classroom, tmp_path: Path) -> None:
    files = {"alice/a": b"", "alice/a/b.py": b"", "bob/a.py": b"b"}
    assert left(brought(room, zipped(tmp_path / "x.zip", files))) == {
        "alice": "a/b.py: two files, or a file and a folder, of one name"
    }
    assert handed_in(room) == {"bob/a.py": b"b"}


def test_members_that_share_bytes_are_refused(room: Classroom, tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"alice/x.py": b"1" * 50, "bob/x.py": b"2" * 50})
    data = bytearray(path.read_bytes())
    second = data.rindex(b"PK\x01\x02")
    data[second + 42 : second + 46] = bytes(4)  # the second member lies where the first does
    path.write_bytes(bytes(data))
    with pytest.raises(DataError) as caught:
        brought(room, path)
    assert "lies over" in caught.value.what


def test_a_broken_member_is_left_out_alone(room: Classroom, tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"alice/x.py": bytes(range(256)) * 9, "bob/x.py": b"b"})
    data = bytearray(path.read_bytes())
    data[50:60] = b"##########"
    path.write_bytes(bytes(data))
    outcome = brought(room, path)
    assert [one.why.partition("(")[0] for one in outcome.left] == ["alice/x.py: broken in the archive "]
    assert handed_in(room) == {"bob/x.py": b"b"}


def test_names_that_differ_in_case_alone_are_for_grading_to_refuse(room: Classroom, tmp_path: Path) -> None:
    brought(room, zipped(tmp_path / "x.zip", {"alice/A.py": b"1", "alice/a.py": b"2"}))
    assert handed_in(room) == {"alice/A.py": b"1", "alice/a.py": b"2"}
    refused = take_in(room.path / "submissions/board9/alice").refusal
    assert refused == "a.py: the same name as A.py on some systems"


def test_metadata_that_are_broken(room: Classroom, tmp_path: Path) -> None:
    files = {"submission_metadata.yml": bytes(range(256)) * 9, "submission_1/x.py": b""}
    path = zipped(tmp_path / "x.zip", files)
    data = bytearray(path.read_bytes())
    data[70:80] = b"##########"
    path.write_bytes(bytes(data))
    with pytest.raises(DataError) as caught:
        brought(room, path)
    assert caught.value.what.startswith("submission_metadata.yml: broken in the archive (")
    assert caught.value.fix == "export the submissions from Gradescope again"


def test_a_member_at_a_place_that_cannot_be(room: Classroom, tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"alice/x.py": b"1", "bob/x.py": b"2"})
    data = bytearray(path.read_bytes())
    end = data.rindex(b"PK\x05\x06")
    data[end + 16] += 40  # the list of members lies further on: all places are before the file
    path.write_bytes(bytes(data))
    whys = left(brought(room, path))
    assert {label: why.partition(" (")[0] for label, why in whys.items()} == {
        "alice": "alice/x.py: broken in the archive",
        "bob": "bob/x.py: broken in the archive",
    }


def test_too_many_entries(room: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_ENTRIES", 2)
    with pytest.raises(DataError) as caught:
        brought(room, zipped(tmp_path / "x.zip", {"alice/a": b"", "alice/b": b"", "alice/c": b""}))
    assert caught.value.what == "refused as a whole: more than 2 entries"


def test_links_in_a_folder_are_not_followed(room: Classroom, tmp_path: Path) -> None:
    folder = unpacked(tmp_path / "all", {"alice/board9.py": b"a"})
    (folder / "alice/secret.py").symlink_to(tmp_path / "class/class.yaml")
    (folder / "bob").symlink_to(tmp_path / "class")
    outcome = brought(room, folder)
    assert left(outcome) == {"alice/secret.py": "a link", "bob": "a link"}
    assert {one.fix for one in outcome.left} == {"put the file itself there"}
    assert handed_in(room) == {"alice/board9.py": b"a"}


@pytest.mark.parametrize(
    "names", [["alice/..\\..\\..\\x.py"], ["alice\\..\\..\\x.py"], ["alice/a\\b.py", "alice/a/b.py"]]
)
def test_a_backslash_in_a_name_stops_nobody_else(room: Classroom, tmp_path: Path, names: list[str]) -> None:
    files = dict.fromkeys([*names, "bob/board9.py"], b"")
    outcome = brought(room, zipped(tmp_path / "x.zip", files))
    assert left(outcome) == {names[0]: "a backslash in a name"}
    assert list(handed_in(room)) == [*names[1:], "bob/board9.py"]


DEEP = "/".join(["d"] * 60)


def test_folders_in_folders_stop_nobody_else(room: Classroom, tmp_path: Path) -> None:
    files = {f"alice/{DEEP}/x.py": b"1", "alice/board9.py": b"2", "bob/board9.py": b"3"}
    outcome = brought(room, zipped(tmp_path / "x.zip", files))
    assert left(outcome) == {f"alice/{DEEP}/x.py": "a name that is too long"}
    assert states(outcome) == {"alice": "new", "bob": "new"}
    outcome = brought(room, unpacked(tmp_path / "all", files))
    assert list(left(outcome).values()) == ["a name that is too long"]
    assert states(outcome) == {"alice": "same", "bob": "same"}


def deep_repository(folder: Path, depth: int) -> None:
    """A repository with one file, in so many folders."""
    require("git")
    stream = (
        "commit HEAD\ncommitter x <x@example.org> 0 +0000\ndata 0\n"
        f"M 644 inline {'d/' * depth}x.py\ndata 1\nx\n"
    )
    for words in ("init", "fast-import"):
        command = ["git", "-C", str(folder), words, "--quiet"]
        folder.mkdir(parents=True, exist_ok=True)
        subprocess.run(command, input=stream.encode(), check=True, capture_output=True)


def test_a_repository_of_folders_in_folders_stops_nobody_else(room: Classroom, tmp_path: Path) -> None:
    deep_repository(tmp_path / "alice", 1200)
    deep_repository(tmp_path / "bob", 3)
    table = tmp_path / "repositories.csv"
    table.write_text("student_id,url\nalice,alice\nbob,bob\n")
    outcome = brought(room, table, local=True)
    assert left(outcome) == {"alice": "alice: a name that is too long"}
    assert list(handed_in(room)) == ["bob/d/d/d/x.py"]


def test_a_repository_of_too_many_files_is_not_checked_out(
    room: Classroom, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(repositories, "MOST_NAMES", 20)
    deep_repository(tmp_path / "alice", 12)
    deep_repository(tmp_path / "bob", 3)
    table = tmp_path / "repositories.csv"
    table.write_text("student_id,url\nalice,alice\nbob,bob\n")
    outcome = brought(room, table, local=True)
    assert left(outcome) == {"alice": "alice: too many files in the commit"}
    assert states(outcome) == {"bob": "new"}


BORROWED = """\
submission_1:
  :submitters:
  - :name: Alice Liddell
    :sid: alice
  :created_at: 2026-11-14 08:00:00 +08:00
submission_2:
  :submitters:
  - :name: Alice Liddell
    :sid: mallory
  :created_at: 2026-11-15 08:00:00 +08:00
"""


def test_a_borrowed_name_takes_nobodys_place(room: Classroom, tmp_path: Path) -> None:
    files = {
        "submission_metadata.yml": BORROWED.encode(),
        "submission_1/board9.py": b"Alice's",
        "submission_2/board9.py": b"later, and not hers",
    }
    outcome = brought(room, zipped(tmp_path / "x.zip", files))
    assert handed_in(room)["alice/board9.py"] == b"Alice's"
    assert left(outcome) == {
        "submission_2": "only the name is that of alice, whom an id names elsewhere here"
    }
    assert outcome.left[0].candidates == ("Alice Liddell (alice)",)


def test_a_borrowed_name_in_a_table_lends_no_id(room: Classroom, tmp_path: Path) -> None:
    table = tmp_path / "grades.csv"
    table.write_text(
        'Student,ID,SIS Login ID,Section\n"Liddell, Alice",101,aliddell,A\n"Liddell, Alice",666,mallory,A\n'
        '"Student, Test",199,,A\n'
    )
    export = zipped(
        tmp_path / "c.zip", {f"{one}_1_a.py": b"" for one in ("liddellalice_101", "mallorym_666", "t_199")}
    )
    outcome = brought(room, export, table=table)
    assert states(outcome) == {"alice": "new"}
    assert left(outcome) == {"mallorym_666": "not on the roster: Canvas id '666', name 'mallorym'"}
    assert outcome.notes[0] == "grades.csv: 1 row names nobody of the roster"


MOODLE = "Alice Liddell_201_assignsubmission_file_"
ATTEMPT = "W_aliddell_attempt_2026-11-14-08-00-00_"


@pytest.mark.parametrize(
    ("names", "doubtful"),
    [
        (MOODLE, f"{MOODLE}x_202_assignsubmission_file_"),
        ("liddellalice_101_9001_", "liddellalice_101_1_102_9002_x.py"),
        (ATTEMPT, f"{ATTEMPT}bobrien_attempt_2026-11-14-09-00-00_x.py"),
    ],
)
def test_a_name_with_two_readings_is_nobodys_until_a_person_says_whose(
    tmp_path: Path, names: str, doubtful: str
) -> None:
    room = a_class(tmp_path / "class", BY_EVERY_SYSTEM)
    folder = "assignsubmission" in names
    second = f"{doubtful}/x.py" if folder else doubtful
    export = zipped(tmp_path / "x.zip", {f"{names}{'/' * folder}a.py": b"hers", second: b"whose?"})
    outcome = brought(room, export)
    assert states(outcome) == {"alice": "new"}
    assert b"hers" in handed_in(room).values()
    assert b"whose?" not in handed_in(room).values()
    assert left(outcome) == {doubtful: "its name can be read in several ways, so it is nobody's"}
    assert outcome.left[0].candidates == ("Alice Liddell (alice)", "Bob O'Brien (bob)")
    table = tmp_path / "map.csv"
    table.write_text(f"label,student_id\n{doubtful},bob\n")
    assert states(brought(room, export, table=table)) == {"alice": "same", "bob": "new"}


BY_EVERY_SYSTEM = """\
student_id,last_name,first_name,email,login,canvas_id,moodle_id
alice,Liddell,Alice,al@example.org,aliddell,101,201
bob,O'Brien,Bob,bob@example.org,bobrien,102,202
chen,Chen,Xiaoming,,,103,203
"""


def _zip(files: dict[str, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


class Counting(Unsandboxed):
    """Counts the readers; one that reads what is broken is killed."""

    jobs = 0

    def run(self, job: Job) -> RunResult:
        Counting.jobs += 1
        result = super().run(job)
        return replace(result, exit_code=None, signal=11) if b"broken" in job.stdin else result


@pytest.mark.parametrize(("bobs", "told", "jobs"), [
    ({"bob/hw.docx": b"PK"}, "no program: hw.docx (a Word document)", 1),
    ({"bob/hw.zip": b"broken"}, "no program: it cannot be looked into", 5),
])  # fmt: skip
def test_what_was_handed_in_instead_of_a_program_is_told(
    room: Classroom, tmp_path: Path, bobs: dict[str, bytes], told: str, jobs: int
) -> None:
    inner = _zip({"score.py": b"print()"})
    hers = {"alice/hw.zip": _zip({"score.zip": inner, "notes.txt": b""}), "alice/readme.txt": b""}
    files = {**hers, **bobs, "chen/hw.zip": _zip({"score.zip": inner})}
    Counting.jobs = 0
    outcome = brought(
        room, zipped(tmp_path / "x.zip", files), look=partial(without_program, sandbox=Counting)
    )
    assert {one.student: one.note for one in outcome.brought} == {
        "alice": "no program: score.zip inside hw.zip holds score.py; "
        "an archive is opened only where nothing lies beside it",
        "bob": told,
        "chen": "",
    }
    assert Counting.jobs == jobs
