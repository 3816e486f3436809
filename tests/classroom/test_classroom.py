"""A class folder: its content, and every mistake that a person can make in it."""

from __future__ import annotations

import json
import os
import re
import shutil
import stat
import subprocess
import sys
from ast import literal_eval
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import fields

from gograde.classroom.class_config import AssignmentRules, ClassConfig, LatePolicy, Time, class_schema
from gograde.classroom.class_notes import class_notes
from gograde.classroom.classroom import Classroom, Override, load_class
from gograde.classroom.handed_in import Submissions, find_submissions, read_times, unknown_folders
from gograde.classroom.new_class import SCHEMA_FILE, class_files, make_class, new_config, written_class
from gograde.classroom.roster import Student, read_roster, roster_of, student_meant
from gograde.classroom.tables import parse_time
from gograde.codec import Record, of_value, replace
from gograde.core.record import Visibility
from gograde.errors import DataError
from gograde.package.yaml_files import parse_model, parse_yaml
from gograde.workflow.plan import note_moments, read_moments
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
    with pytest.raises(DataError, match=r"class\.yaml: assignments\.board9\.extensions\.carol: not on"):
        load_class(tmp_path)
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
    students = (Student("alice"), Student("caf\u00e9"), Student("größe"), Student("棋"))
    gbk, dos = os.fsdecode("棋.zip".encode("gb18030")), os.fsdecode("Größe.zip".encode("cp437"))
    put(room, "Alice/board9.py", "cafe\u0301.ZIP", gbk, dos)
    found = find_submissions(Classroom(room.path, room.config, students), "board9")
    names = {student: path.name for student, path in found.paths.items()}
    assert names == {"alice": "Alice", "caf\u00e9": "cafe\u0301.ZIP", "größe": dos, "棋": gbk}
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
    rules = AssignmentRules(due=at - timedelta(days=1))
    earlier = replace(room, config=replace(room.config, assignments={"board9": rules}))
    assert read_times(earlier, "board9") == {"alice": (rules.due, "not marked late")}


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


# -- `class.yaml`: what `gograde new` writes reads back, and its schema judges as the model does ---


WRITTEN = class_files(new_config('Go "2026"', ["board9"]))["class.yaml"]


def read(text: str) -> ClassConfig:
    return parse_model(text.encode(), "class.yaml", ClassConfig)


def test_the_written_class_is_this_text() -> None:
    agrees("classroom/class.yaml", WRITTEN)


def keys(model: type[Record]) -> Iterator[str]:
    return (field.encode_name for field in fields(model))


@pytest.mark.parametrize("model", [ClassConfig, AssignmentRules, LatePolicy])
def test_every_key_stands_in_it_with_a_meaning(model: type[Record]) -> None:
    lines = [line.strip().removeprefix("# ") for line in WRITTEN.splitlines()[3:] if line != "  board9:"]
    for key in keys(model):
        assert sum(line.startswith(f"{key}:") and "  # " in line for line in lines) == 1, key


def test_the_examples_in_it_are_valid_when_their_sign_is_taken_away() -> None:
    config = read(re.sub(r"(?m)^( *)# (?=[a-z_]+: )", r"\1", WRITTEN))
    assert config.assignments["board9"].late.reject_after_days == 7
    assert config.require == "bwrap"
    assert config.assignments["board9"].extensions == {"alice": 24}


IDS = st.from_regex(r"\A[a-z][a-z0-9-]{0,8}\Z")
OPTIONAL_DAYS = st.none() | st.integers(0, 366)
POLICIES = class_schema()["$defs"]["LatePolicy"]["properties"]["policy"]["enum"]
LATE = st.builds(
    LatePolicy,
    policy=st.sampled_from(POLICIES),
    penalty=st.floats(0, 100),
    grace_minutes=st.integers(0, 100),
    interval_hours=st.floats(0.01, 700),
    max_late_days=OPTIONAL_DAYS,
    reject_after_days=OPTIONAL_DAYS,
)
RULES = st.builds(
    AssignmentRules,
    package=st.none() | st.text(min_size=1, max_size=9),
    weight=st.integers(0, 1000),
    due=st.none() | st.just(Time.of_value("2026-11-15T23:59:00+08:00")),
    late=LATE,
    visibility=st.sampled_from(Visibility),
    official=st.sampled_from([None, "none"]),
    published=st.booleans(),
    extensions=st.dictionaries(st.text(max_size=5), st.floats(0, 99), max_size=2),
)
CLASSES = st.builds(
    ClassConfig,
    schema_=st.just("gograde/class/v1"),
    title=st.text(min_size=1, max_size=20),
    language=st.sampled_from(["en", "zh"]),
    late_days=st.integers(0, 9),
    require=st.sampled_from([None, "bwrap"]),
    assignments=st.dictionaries(IDS, RULES, min_size=1, max_size=2),
)


@given(CLASSES)
def test_a_written_class_reads_back_and_fits_the_schema(config: ClassConfig) -> None:
    text = written_class(config)
    assert read(text) == config
    jsonschema.validate(parse_yaml(text.encode(), "class.yaml")[0], class_schema())


# -- the schema for editors -----------------------------------------------------------------

GOOD: dict[str, Any] = {
    "schema": "gograde/class/v1",
    "title": "T",
    "late_days": 2,
    "require": "bwrap",
    "assignments": {
        "board9": {
            "package": "../mine", "weight": 12.5, "due": "2026-11-15T23:59:00+08:00",
            "late": {"policy": "late-days", "penalty": 10, "max_late_days": 1, "interval_hours": 0.5},
            "visibility": "after_published", "published": True, "extensions": {"007": 1.5},
        }
    },
}  # fmt: skip
RULE = "assignments", "board9"
VALUES: tuple[tuple[tuple[str, ...], Any, bool], ...] = (
    (("title",), "", False), (("title",), "围" * 200, True), (("title",), "x" * 201, False),
    (("schema",), "gograde/class/v2", False), (("langage",), "en", False), (("language",), "fr", False),
    (("late_days",), 367, False), (("late_days",), True, False), (("late_days",), "2", False),
    (("require",), None, True), (("require",), "landlock", False), (("assignments",), {}, False),
    (("assignments", "Board 9"), {}, False), (("assignments", "x"), {}, True),
    ((*RULE, "weight"), "100", False), ((*RULE, "weight"), 0, True), ((*RULE, "weight"), 1_000_001, False),
    ((*RULE, "package"), "", False), ((*RULE, "published"), "yes", False),
    ((*RULE, "visibility"), "always", False), ((*RULE, "extensions"), {"alice": "24"}, False),
    ((*RULE, "extensions"), {"alice": -1}, False), ((*RULE, "late", "policy"), "free", False),
    ((*RULE, "late", "interval_hours"), 0, False), ((*RULE, "late", "grace_minutes"), 1.5, False),
    ((*RULE, "late", "wieght"), 1, False), ((*RULE, "due"), None, True),
    ((*RULE, "due"), "2026-11-15T23:59Z", True), ((*RULE, "due"), "2026-11-15 23:59:00-05:30", True),
    ((*RULE, "due"), "2026-11-15T23:59:00", False), ((*RULE, "due"), "2026-13-15T23:59:00Z", False),
    ((*RULE, "due"), "2026-11-15", False), ((*RULE, "due"), 20261115, False),
)  # fmt: skip


def changed(path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """`GOOD` with another value at a path."""
    made: dict[str, Any] = json.loads(json.dumps(GOOD))
    inner = made
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value
    return made


def accepted_by_the_model(said: dict[str, Any]) -> bool:
    try:
        parse_model(json.dumps(said).encode(), "class.yaml", ClassConfig)
    except DataError:
        return False
    return True


def test_the_schema_and_the_model_judge_the_same() -> None:
    wanted = [((), None, True), *VALUES]
    cases = [(changed(path, value) if path else GOOD, fits) for path, value, fits in wanted]
    cases += [
        ({key: value for key, value in GOOD.items() if key != gone}, False)
        for gone in ("schema", "title", "assignments")
    ]
    for said, fits in cases:
        assert accepted_by_the_model(said) == fits
        assert jsonschema.Draft202012Validator(class_schema()).is_valid(said) == fits


def test_what_only_the_model_knows() -> None:
    """A day that its month does not have, and a whole number with a point, look right to a schema."""
    for path, value in (((*RULE, "due"), "2026-02-30T23:59:00Z"), (("late_days",), 2.0)):
        assert not accepted_by_the_model(changed(path, value))
        assert jsonschema.Draft202012Validator(class_schema()).is_valid(changed(path, value))


def test_the_schema_tells_editors_what_each_key_means() -> None:
    schema = class_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    models = {"ClassConfig": schema, **schema["$defs"]}
    for model in (ClassConfig, AssignmentRules, LatePolicy):
        properties = models[model.__name__]["properties"]
        assert {key: bool(one.get("description")) for key, one in properties.items()} == dict.fromkeys(
            keys(model), True
        )


def test_a_new_class_has_the_schema_beside_it(tmp_path: Path) -> None:
    make_class(tmp_path / "c", new_config("T", ["board9"]))
    assert json.loads((tmp_path / "c" / SCHEMA_FILE).read_text("utf-8")) == class_schema()
    assert SCHEMA_FILE in (tmp_path / "c/class.yaml").read_text("utf-8").splitlines()[0]


# -- keys that change nothing ---------------------------------------------------------------


def told(tmp_path: Path, late_days: int, **late: Any) -> list[str]:
    config = ClassConfig(
        schema_="gograde/class/v1",
        title="T",
        late_days=late_days,
        assignments={"board9": AssignmentRules(late=LatePolicy(**late))},
    )
    return class_notes(Classroom(tmp_path, config, ()), {}, {}, trust=False)


def test_keys_on_lateness_that_change_nothing_are_told(tmp_path: Path) -> None:
    assert told(tmp_path, 2, policy="late-days") == told(tmp_path, 0) == []
    assert told(tmp_path, 2) == [
        "late_days frees no day: no assignment in class.yaml has the policy late-days"
    ]
    assert told(tmp_path, 0, penalty=10) == [
        "board9: late.penalty costs nothing under the policy baseline of class.yaml"
    ]


def test_a_due_date_is_a_moment() -> None:
    due = read(json.dumps(GOOD)).assignments["board9"].due
    assert due == datetime.fromisoformat("2026-11-15T15:59:00+00:00")
