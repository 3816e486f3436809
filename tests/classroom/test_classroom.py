"""A class folder: its content, and every mistake that a person can make in it."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
from ast import literal_eval
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest

from gograde.classroom.class_config import ClassConfig
from gograde.classroom.class_notes import class_notes
from gograde.classroom.classroom import Classroom, Override, load_class
from gograde.classroom.handed_in import Submissions, find_submissions, read_times, unknown_folders
from gograde.classroom.new_class import make_class, new_config
from gograde.classroom.roster import Student, read_roster, roster_of, student_meant
from gograde.classroom.tables import parse_time
from gograde.codec import of_value
from gograde.errors import DataError
from gograde.workflow.taking import note_moments, read_moments
from tests.golden import agrees, errors_agree, inputs, values_agree

CLASS = """\
schema: gograde/class/v1
title: "=cmd() <script>"
assignments:
  board9: {weight: 50, due: "2026-11-15T23:59:00+00:00", extensions: {alice: 24}}
"""
ROSTER = 'student_id,last_name,first_name,email\nalice,"=cmd()",<script>,a@example.org\nbob,,,\n'


def write(folder: Path, **files: str) -> Path:
    texts = {"class.yaml": CLASS, "roster.csv": ROSTER} | {
        name.replace("_", "."): text for name, text in files.items()
    }
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def error_of(folder: Path) -> str:
    with pytest.raises(DataError) as caught:
        load_class(folder)
    return str(caught.value).replace(str(folder), "CLASS")


def test_a_class_is_read_as_it_is_written(tmp_path: Path) -> None:
    classroom = load_class(write(tmp_path))
    assert classroom.students == (Student("alice", "=cmd()", "<script>", "a@example.org"), Student("bob"))
    assert classroom.config.title == "=cmd() <script>"
    assert classroom.assignments["board9"].weight == 50
    assert classroom.assignments["board9"].extensions == {"alice": 24}


@pytest.mark.parametrize("student", ["alice", "2026-0012", "a.b@c.de", "张三", "van Gogh", "x+y", "_1"])
def test_ids_people_have(tmp_path: Path, student: str) -> None:
    write(tmp_path, roster_csv=f"student_id\nalice\n{student}1\n")
    assert load_class(tmp_path).students[1] == Student(f"{student}1")


OVERRIDES = "assignment,student_id,points,by,reason"
LIKE = "student_id\nalice\ns2026113\n"


def test_a_slip_is_named_with_its_place_and_the_way_out(tmp_path: Path) -> None:
    def slip(**files: str) -> str:
        shutil.rmtree(tmp_path / "class", ignore_errors=True)
        (tmp_path / "class").mkdir()
        write(tmp_path / "class", **files)
        with pytest.raises(DataError) as caught:
            load_class(tmp_path / "class")
        return str(caught.value).replace(str(tmp_path), "FOLDER")

    values_agree("classroom/class-files.txt", slip=slip, CLASS=CLASS, OVERRIDES=OVERRIDES, LIKE=LIKE)

    def tried() -> Iterator[tuple[str, Callable[[], object]]]:
        (tmp_path / "class/roster.csv").write_bytes("student_id,last_name\nalice,张\n".encode("gb18030"))
        yield "not UTF-8", lambda: load_class(tmp_path / "class")
        for gone in ("roster.csv", "class.yaml"):
            (tmp_path / "class" / gone).unlink()
            yield f"no {gone}", lambda: load_class(tmp_path / "class")
        yield "a new class", lambda: made(tmp_path / "new")
        yield "a new class among files", lambda: make_class(tmp_path, new_config("T", ["board9"]))
        yield "no offset", lambda: parse_time("yesterday", "t.csv:2")

    def made(folder: Path) -> object:
        make_class(folder, new_config("T", ["board9"]))
        return load_class(folder)

    errors_agree("classroom/slips.txt", tried(), tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["class", "new"]


def test_spreadsheets_write_a_mark_before_the_header(tmp_path: Path) -> None:
    write(tmp_path, roster_csv="\ufeffstudent_id,email\r\nalice,a@example.org\r\n")
    assert load_class(tmp_path).students == (Student("alice", email="a@example.org"),)


def test_overrides_are_read(tmp_path: Path) -> None:
    row = "board9,bob,01/3,1.5,Ada,2026-12-01,a slip in the statement"
    write(tmp_path, overrides_csv=f"assignment,student_id,test,points,by,at,reason\n{row}\n")
    expected = Override("board9", "bob", "01/3", 1.5, "Ada", "2026-12-01", "a slip in the statement", 2)
    assert load_class(tmp_path).overrides == (expected,)


def test_a_decision_is_right_or_wrong(tmp_path: Path) -> None:
    rows = "".join(f"board9,bob,{n},0,Ada,seen,{word}\n" for n, word in enumerate(("right", "wrong", "")))
    write(tmp_path, overrides_csv=f"assignment,student_id,test,points,by,reason,decision\n{rows}")
    read = load_class(tmp_path).overrides
    assert [(one.decision, one.accepts(0), one.accepts(2)) for one in read] == [
        ("right", True, True),
        ("wrong", False, False),
        ("", None, False),
    ]


def test_a_time_has_an_offset() -> None:
    assert parse_time("2026-11-15T23:59:00+08:00", "x").isoformat() == "2026-11-15T23:59:00+08:00"


def test_columns_that_are_not_known_stay_with_the_student_as_text(tmp_path: Path) -> None:
    write(tmp_path, roster_csv="student_id,canvas_id,Section\nalice,00712,Mon 9\nbob,,\n")
    assert [student.more for student in load_class(tmp_path).students] == [
        {"canvas_id": "00712", "Section": "Mon 9"},
        {"canvas_id": "", "Section": ""},
    ]


def test_which_student_is_meant() -> None:
    values_agree("classroom/meant.txt", student_meant=student_meant)


def test_one_edit_drops_a_student(tmp_path: Path) -> None:
    row = "board9,carol,,1.5,Ada,2026-12-01,a slip"
    write(tmp_path, overrides_csv=f"assignment,student_id,test,points,by,at,reason\n{row}\n")
    write(tmp_path, class_yaml=CLASS.replace("alice: 24", "carol: 24"))
    assert error_of(tmp_path).startswith("CLASS/class.yaml: assignments.board9.extensions.carol: not on")
    (tmp_path / "submissions/board9/carol").mkdir(parents=True)
    (tmp_path / "submissions/board9/submitted_at.csv").write_text(
        "student_id,submitted_at\ncarol,2026-11-15T20:00:00+08:00\n"
    )
    classroom = load_class(tmp_path)
    assert (classroom.overrides, read_times(classroom, "board9")) == ((), {})


def test_who_handed_in_once_is_known_after_the_submission_is_gone(tmp_path: Path) -> None:
    write(tmp_path, class_yaml=CLASS.replace("alice: 24", "carol: 24"))
    line = f"board9,carol,{'0' * 64},2026-11-15T20:00:00+08:00"
    (tmp_path / "taken_in.csv").write_text(f"assignment,student_id,sha256,taken_in_at\n{line}\n")
    assert load_class(tmp_path).overrides == ()


# -- gograde new ----------------------------------------------------------------------------


def test_a_new_class_is_in_order_once_it_has_a_student(tmp_path: Path) -> None:
    make_class(tmp_path / "c", new_config('Go "2026"', ["board9"]))
    with (tmp_path / "c" / "roster.csv").open("a") as file:
        file.write("alice,Liddell,Alice,alice@example.org\n")
    classroom = load_class(tmp_path / "c")
    assert (classroom.config.title, list(classroom.assignments)) == ('Go "2026"', ["board9"])
    assert (tmp_path / "c/submissions/board9").is_dir()
    assert (tmp_path / "c/.gitignore").read_text() == "hidden/\nwork/\n*.key\n"


# -- the roster from tables of people as learning systems and offices give them out ------------


TABLES: dict[str, str | bytes] = {
    "Canvas without ids of the school": "Student,ID,SIS User ID,SIS Login ID,Section\n"
    '"Liddell, Alice",101,,,Mon 9\n"O\'Brien, Bob",102,,,Mon 9\n',
    "Moodle, participants": "First name,Surname,ID number,Email address,Groups\n"
    "Alice,Liddell,s1,al@example.org,A\n",
    "roles in other languages, and a section of the staff": "ID number,Name,Rolle,Section\n"
    "s1,Alice Liddell,Student,A\ns2,Bo Ek,Trainer/in,A\ns3,Cy Poe,助教,\ns4,Di Roy,Enseignante,\n"
    "s5,Ed Fox,,TAs\n",
    "GitHub Classroom": '"identifier","github_username","github_id","name"\n'
    '"s1","liddell",7,"Alice Liddell"\n"s2","","",\n',
    "an office": "学号;姓名;邮箱;班级\n2026001;陈小明;chen@example.org;一\n",
    "our own": "student_id,last_name,first_name,email,section\nalice,Liddell,Alice,,1\n",
    "UTF-16": "Username\tLast Name\nal\t陈\n".encode("utf-16"),
}


def test_tables_become_rosters(tmp_path: Path) -> None:
    said, path = [], tmp_path / "people.csv"
    for number, (name, table) in enumerate(TABLES.items()):
        path.write_bytes(table if isinstance(table, bytes) else table.encode())
        make_class(tmp_path / f"{number}", new_config("T", ["board9"]), path)
        roster = tmp_path / f"{number}/roster.csv"
        assert roster_of(path).text == roster.read_text("utf-8")
        assert read_roster(roster)
        said.append(f"== {name}\n{roster.read_text('utf-8')}")
    agrees("classroom/rosters.txt", "\n".join(said))


def test_a_table_that_does_not_name_all_makes_no_class(tmp_path: Path) -> None:
    people, config = tmp_path / "people.csv", new_config("T", ["board9"])

    def tried(table: str) -> None:
        people.write_text(table)
        make_class(tmp_path / "class", config, people)

    tables = inputs("classroom/people.txt", "== ")
    errors_agree(
        "classroom/people.txt", ((one, partial(tried, literal_eval(one))) for one in tables), tmp_path
    )
    assert not (tmp_path / "class").exists()


# -- the students with submissions, and the times of their submissions -------------------------


@pytest.fixture
def room(tmp_path: Path) -> Classroom:
    config = of_value(
        ClassConfig, {"schema": "gograde/class/v1", "title": "T", "assignments": {"board9": {}}}
    )
    (tmp_path / "submissions/board9").mkdir(parents=True)
    return Classroom(tmp_path, config, (Student("alice"), Student("a"), Student("a.b"), Student("carol")))


def put(room: Classroom, *names: str) -> None:
    for name in names:
        path = room.path / "submissions/board9" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x")


def test_folders_archives_and_files_are_found_by_id(room: Classroom) -> None:
    put(room, "alice/board9.py", "a.b.zip", "a.tar.gz", "README.md", ".DS_Store", "submitted_at.csv")
    found = find_submissions(room, "board9")
    names = {student: path.name for student, path in found.paths.items()}
    assert names == {"alice": "alice", "a.b": "a.b.zip", "a": "a.tar.gz"}
    assert found.strangers == ()


def test_a_stranger_is_noted_and_nothing_lost(room: Classroom) -> None:
    put(room, "alice/board9.py", "mallory/board9.py", "alice.smith.py", "alice.report.pdf")
    found = find_submissions(room, "board9")
    assert found.strangers == ("alice.report.pdf", "alice.smith.py", "mallory")
    assert class_notes(room, {"board9": found}, {}, trust=False) == [
        "submissions/board9/alice.report.pdf: not on the roster, so not graded",
        "submissions/board9/alice.smith.py: not on the roster, so not graded",
        "submissions/board9/mallory: not on the roster, so not graded",
    ]


def test_who_left_the_class_is_told_once_for_all_assignments(room: Classroom) -> None:
    put(room, "dora.tar.gz")
    found = find_submissions(room, "board9")
    assert class_notes(room, {"board9": found, "influence": Submissions({}, ("dora",))}, {}, trust=False) == [
        "submissions/board9/dora.tar.gz, submissions/influence/dora: not on the roster, so not graded"
    ]


def test_an_id_is_found_however_a_system_writes_it(room: Classroom) -> None:
    students = (Student("alice"), Student("caf\u00e9"), Student("棋"))
    gbk = os.fsdecode("棋.zip".encode("gb18030"))
    put(room, "Alice/board9.py", "cafe\u0301.ZIP", gbk)
    found = find_submissions(Classroom(room.path, room.config, students), "board9")
    names = {student: path.name for student, path in found.paths.items()}
    assert names == {"alice": "Alice", "caf\u00e9": "cafe\u0301.ZIP", "棋": gbk}
    assert found.strangers == ()


def test_a_folder_of_no_assignment_is_noted(room: Classroom) -> None:
    (room.path / "submissions/bord9").mkdir()
    assert unknown_folders(room) == (
        'submissions/bord9: no assignment of class.yaml, so not graded; did you mean "board9"?',
    )


AT = "2026-11-15T20:00:00+08:00"


def test_the_table_of_times(room: Classroom) -> None:
    path, at = room.path / "submissions/board9/submitted_at.csv", datetime.fromisoformat(AT)
    path.write_text(f"student_id,submitted_at\nalice,{AT}\n")
    assert read_times(room, "board9") == {"alice": (at, "submitted_at.csv")}
    path.write_text(f"student_id,submitted_at,source\nalice,{AT},not marked late\n")
    assert read_times(room, "board9") == {"alice": (at, "not marked late")}


def test_what_is_not_clear_is_refused(room: Classroom) -> None:
    def times(rows: str) -> object:
        path = room.path / "submissions/board9/submitted_at.csv"
        path.write_text(f"student_id,submitted_at\n{rows}")
        return read_times(room, "board9")

    put(room, "alice/board9.py", "alice.zip")
    tried = {
        "two submissions of one student": lambda: find_submissions(room, "board9"),
        "two times": lambda: times(f"alice,{AT}\nalice,2026-11-19T20:00:00+08:00\n"),
        "a time of nobody": lambda: times(f"alic,{AT}\n"),
    }
    errors_agree("classroom/handed-in.txt", tried.items(), room.path)


# -- the table of the moments at which submissions were first taken in -----------------------------


NOW = datetime(2026, 11, 15, 20, 0, 1, 999, UTC)
FIRST, SECOND = ("board9", "alice", "a" * 64), ("board9", "alice", "b" * 64)
HEADER = "assignment,student_id,sha256,taken_in_at"


@pytest.fixture
def class_of_alice(tmp_path: Path) -> Classroom:
    config = of_value(
        ClassConfig, {"schema": "gograde/class/v1", "title": "T", "assignments": {"board9": {}}}
    )
    return Classroom(tmp_path, config, (Student("alice"),))


def test_the_first_moment_counts_for_ever(class_of_alice: Classroom) -> None:
    assert note_moments(class_of_alice, [FIRST], NOW) == {FIRST: NOW.replace(microsecond=0)}
    later = NOW + timedelta(days=3)
    moments = note_moments(class_of_alice, [FIRST, SECOND], later)
    assert moments == {FIRST: NOW.replace(microsecond=0), SECOND: later.replace(microsecond=0)}
    assert read_moments(class_of_alice) == moments
    table = class_of_alice.path / "taken_in.csv"
    assert table.read_text() == (
        f"{HEADER}\nboard9,alice,{'a' * 64},2026-11-15T20:00:01+00:00\n"
        f"board9,alice,{'b' * 64},2026-11-18T20:00:01+00:00\n"
    )
    assert stat.S_IMODE(table.stat().st_mode) == 0o600


KILLED_WHILE_IT_WRITES = """
import os, pathlib, sys
from gograde.files import write_atomic
pathlib.Path.replace = lambda self, target: os.kill(os.getpid(), 9)
write_atomic(pathlib.Path(sys.argv[1]), b"half")
"""


def test_what_a_killed_grader_had_begun_to_write_is_deleted_and_nothing_else(
    class_of_alice: Classroom,
) -> None:
    for name in ("taken_in.csv", "overrides.csv"):
        subprocess.run(
            [sys.executable, "-c", KILLED_WHILE_IT_WRITES, class_of_alice.path / name], check=False
        )
    assert [path.name[:-8] for path in sorted(class_of_alice.path.iterdir())] == [
        ".partial-overrides.csv-",
        ".partial-taken_in.csv-",
    ]
    note_moments(class_of_alice, [FIRST], NOW)
    kept, table = sorted(path.name for path in class_of_alice.path.iterdir())
    assert (kept[:-8], table) == (".partial-overrides.csv-", "taken_in.csv")


LINE = f"board9,alice,{'a' * 64},2026-11-15T20:00:01+00:00\n"
DAMAGED = (
    "",
    f"{HEADER}\n{LINE.replace('a' * 64, 'aa')}",
    f"{HEADER}\nboard9,alice,{'a' * 64},today\n",
    f"{HEADER}\n{LINE}{LINE}",
    f'{HEADER}\nboard9,alice,{"a" * 64},"2026',
)


def test_a_damaged_table_is_told_and_never_written_over(class_of_alice: Classroom) -> None:
    table = class_of_alice.path / "taken_in.csv"

    def tried() -> Iterator[tuple[str, Callable[[], object]]]:
        for text in DAMAGED:
            table.write_text(text)
            yield repr(text), lambda: note_moments(class_of_alice, [FIRST], NOW)
            assert table.read_text() == text

    errors_agree("classroom/taken-in.txt", tried(), class_of_alice.path)
