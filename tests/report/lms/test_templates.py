"""Templates of learning systems are filled in: rows, bytes, and where a mark comes from."""

import csv
import io
import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.classroom.exporting import ColumnRequest, find_column, read_template
from gograde.errors import DataError
from gograde.intake.downloads.people_table import read_people
from gograde.intake.downloads.systems import EXPORTED, SYSTEMS, worksheet
from gograde.report.words.wording import number_text
from tests.golden import agrees, commands_agree, transcript
from tests.report.lms import readers
from tests.report.lms.conftest import ROSTER, write_roster
from tests.report.several import kept

# -- moodle's grading worksheets in other languages: found by what stands in them, and kept as they are ----


Export = Callable[..., Any]
BOM = b"\xef\xbb\xbf"
TABLES = {path.stem: path.read_text("utf-8") for path in (Path(__file__).parent / "tables").iterdir()}
"""As systems export them; in that of Canvas 王 is missing, somebody unknown is there."""
for crlf in ("canvas", "blackboard"):
    TABLES[crlf] = TABLES[crlf].replace("\n", "\r\n")
CANVAS, MOODLE, GERMAN, COMPUTED = (TABLES[name] for name in ("canvas", "moodle", "german", "computed"))


def columns_of(rows: list[list[str]]) -> Any:
    return worksheet([""] * len(rows[0]), rows)


def test_what_a_worksheet_is_seen_by() -> None:
    one = ["Teilnehmer/in7", "Wei Li", "1001", "li@x.org", "da", "5", "20", "Ja"]
    found = columns_of([one, ["Teilnehmer/in8", "An Li", "", "", "weg", "", "20", "Ja"]])
    assert found.fields == ("moodle_id", "name", "student_id", "email", "", "", "", "")
    assert (found.grade, found.most) == (5, 6)
    assert columns_of([one]).grade == 5
    equal = columns_of([["Participant 1", "A", "", "20", "20"], ["Participant 2", "B", "", "20", "20"]])
    assert (equal.grade, equal.most) == (3, 4)
    other = ["Kandidat 8", "An Li", "", "", "weg", "", "20", "Ja"]
    assert columns_of([one, other]) is None  # not the same word
    assert columns_of([one[:6]]) is None  # no maximum
    assert columns_of([[*one[:5], "25", "20"]]) is None  # a mark above the maximum
    assert worksheet(["a"], []) is None


def test_a_map_of_an_import_may_be_one(tmp_path: Path) -> None:
    path = tmp_path / "sheet.csv"
    path.write_bytes(BOM + GERMAN.encode())
    people = [person for _, person in read_people(path).people()]
    assert people[1] == {
        "moodle_id": "Teilnehmer/in36", "name": "Dan Diaz", "email": "dan@example.org",
        "last_name": "Diaz", "first_name": "Dan",
    }  # fmt: skip


def test_halves_are_rounded_up_and_zeros_are_left_out() -> None:
    assert [number_text(value, 2) for value in (2.675, 1.005, 12.5, 20.0, 0, 1 / 3, 13.600000000000001)] == [
        "2.68", "1.01", "12.5", "20", "0", "0.33", "13.6",
    ]  # fmt: skip
    assert number_text(100, 2) == "100"
    assert number_text(-12.5, 2) == "-12.5"


def test_the_file_is_for_its_owner_and_the_same_each_time(export: Callable[..., Any], tmp_path: Path) -> None:
    first, _ = export("canvas")
    assert (tmp_path / "out.csv").stat().st_mode & 0o077 == 0
    assert export("canvas")[0] == first


def test_a_column_is_named_like_the_title_or_the_id(tmp_path: Path) -> None:
    for name in ("Chains and liberties", "board-control", "Board Control"):
        (tmp_path / "t.csv").write_text(f"Student,ID,SIS Login ID,Section,Essay (69),{name} (70)\n")
        wanted = ColumnRequest("board-control", "Chains and liberties", 68)
        assert find_column(SYSTEMS["canvas"], read_template(tmp_path / "t.csv"), wanted).number == 5, name


ROW = '"Li, Wei",9002,1001,liwei,"Go, A",5,"12.50",30,90,90'


CELLS = st.text(st.sampled_from('ab",;\t\n\r é王=0'), max_size=5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.csv"


def test_a_mark_goes_beyond_the_end_of_a_short_row(path: Path) -> None:
    path.write_bytes(b"a;b\r\n\r\n007;x\n")
    table = read_template(path)
    assert table.body[0].cell(1) == ""
    table.body[0].put(1, "6")
    assert table.data() == b"a;b\r\n;6\r\n007;x\n"


@given(
    rows=st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=4),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    end=st.sampled_from(["\n", "\r\n"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_the_cells_are_those_of_csv(path, rows, quoting, end, encoding) -> None:
    text = io.StringIO()
    csv.writer(text, quoting=quoting, lineterminator=end).writerows([["id", "mark"], *rows])  # type: ignore[call-overload]
    path.write_bytes(text.getvalue().encode(encoding))
    table = read_template(path)
    assert table.data() == path.read_bytes()
    found = [[row.cell(column) for column in range(len(row.raw))] for row in table.rows]
    expected = csv.reader(io.StringIO(text.getvalue(), newline=""), strict=True)
    assert found == [[cell.strip() for cell in row] or [""] for row in expected]


@given(data=st.binary(max_size=40) | CELLS.map(str.encode))
def test_no_bytes_make_it_fail_otherwise(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    try:
        assert read_template(path).data() == data
    except DataError as error:
        assert error.where.startswith(str(path))


# -- all that the command prints and writes --------------------------------------------------------

TWO = CANVAS.replace("Warm-up (70)", "influence (70)").replace(",5,20,", ",20,20,")
NO_IDS = MOODLE.replace(",00123,", ",,").replace(",1005,", ",,")
FILLED: dict[str, tuple[str, bytes, str]] = {
    "canvas": ("canvas", CANVAS.replace(',"12.50",', ",11,").encode(), ""),
    "namesake": (
        "canvas",
        CANVAS.replace('"Nobody, Known",9999,00777,nk', '"Diaz, Dan",9999,00777,nk').encode(),
        "",
    ),
    "scaled": ("canvas", CANVAS.replace(",5,20,", ",5,100,").encode(), " --scale"),
    "moodle": ("moodle", BOM + MOODLE.encode(), ""),
    "german": ("moodle", BOM + GERMAN.encode(), ""),
    "chinese": ("moodle", BOM + TABLES["chinese"].encode(), ""),
    "spanish": ("moodle", BOM + TABLES["spanish"].encode(), ""),
    "blackboard": ("blackboard", b"\xff\xfe" + TABLES["blackboard"].encode("utf-16-le"), ""),
    "gradescope": ("gradescope", TABLES["gradescope"].encode(), ""),
    "own": ("csv", TABLES["own"].encode(), " --column punkte"),
    "total": ("canvas", TABLES["override"].encode(), " -a total"),
    "override": ("canvas", TABLES["override"].encode(), " -a total --column override_score"),
    "course": ("blackboard", COMPUTED.encode(), " -a total --column Course --scale"),
}
"""A system, its template, and options."""

REFUSED: dict[str, tuple[str, bytes, str]] = {
    "twice": ("canvas", CANVAS.replace(ROW, f"{ROW}\r\n{ROW}").encode(), ""),
    "unnamed": ("canvas", CANVAS.replace("Reading a 9x9 board (71)", "Reading (71)").encode(), ""),
    "two": ("canvas", CANVAS.replace("Warm-up", "Reading a 9x9 board").encode(), ""),
    "computed": ("canvas", CANVAS.replace(',5,20,"30,00"', ',5,(read only),"30,00"').encode(), ""),
    "quotes": ("canvas", CANVAS.replace('"Go, A",5', '"Go, A"x,5').encode(), ""),
    "open": ("canvas", CANVAS.replace('"30,00"', '"30,00').encode(), ""),
    "maximum": ("canvas", CANVAS.replace(",5,20,", ",5,100,").encode(), ""),
    "worksheet": ("moodle", GERMAN.replace("20,00", "25,00").encode(), ""),
    "other": ("moodle", CANVAS.encode(), ""),
    "pupils": ("blackboard", CANVAS.replace("Student", "Schüler").encode(), ""),
    "sum": ("blackboard", COMPUTED.encode(), " -a total"),
    "empty": ("csv", b"", ""),
    "blank": ("csv", BOM + b" \r\n", ""),
    "zip": ("csv", b"PK\x03\x04\xff\xfe\x00\x00", ""),
    "png": ("csv", b"\x89PNG\r\n\x1a\n", ""),
    "nul": ("csv", b"Student ID,Points\x00\n", ""),
    "half": ("csv", b"\xff\xfeA", ""),
    "nobody": ("csv", b"Student ID,Reading a 9x9 board\n", ""),
    "stranger": ("csv", b"Student ID,Reading a 9x9 board\n7,1\n", ""),
    "ids": ("csv", b"Student ID,Points\n1001,3\n", " --column student_id"),
}


def written(folder: Path, tables: Mapping[str, tuple[str, bytes, str]]) -> Iterator[str]:
    """The commands that fill in tables, which are in a folder then."""
    for name, (system, data, options) in tables.items():
        (folder / f"{name}.csv").write_bytes(data)
        yield f"export CLASS --to {system} --template OUT/{name}.csv -o OUT/up.csv{options}"
        if tables is FILLED:
            yield "cat OUT/up.csv"


@pytest.mark.parametrize("tables", [FILLED, REFUSED], ids=["filled", "refused"])
def test_templates(lms_class, tables, tmp_path, capsys) -> None:
    (tmp_path / "out").mkdir()
    commands = written(tmp_path / "out", tables)
    named = {lms_class: "CLASS", tmp_path / "out": "OUT"}
    agrees(
        f"report/templates-{'filled' if tables is FILLED else 'refused'}.txt",
        transcript(commands, named, capsys),
    )


def test_new_tables(second_assignment: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Students see gradebook 2; in gradebook 1 and in the last grading 1001 has 20."""
    path = second_assignment / "work" / "gradebook.json"
    seen = path.read_bytes()
    book = json.loads(seen)
    for entry in book["entries"]:
        if entry["student"] == "1001":
            entry["mark"] = {"at_least": 20, "pending": 0, "of": 20}
    for data in (json.dumps(book).encode(), seen):
        path.write_bytes(data)
        kept(second_assignment, note="n")
    path.write_text(json.dumps(book), "utf-8")
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "pair.csv").write_text(TWO)
    named = {second_assignment: "CLASS", tmp_path / "out": "OUT"}
    commands = commands_agree("report/exports.txt", named, capsys)
    both = {f"export CLASS --to {system} -a {work}" for work in ("board9", "total") for system in EXPORTED}
    assert both <= {*commands}


def test_a_table_for_ids_without_those_of_systems(lms_class, tmp_path, capsys) -> None:
    """Before anything is published; a student came after the grading, and names are all that a table has."""
    write_roster(lms_class, [*(row[:3] for row in ROSTER), ("2000", "New", "Ned")])
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "names.csv").write_text(NO_IDS)
    named = {lms_class: "CLASS", tmp_path / "out": "OUT"}
    commands_agree("report/exports-without-ids.txt", named, capsys)


def test_one_column_is_not_for_two(export: Export, second_assignment: Path) -> None:
    book = second_assignment / "work" / "gradebook.json"
    book.write_text(book.read_text("utf-8").replace('"Influence"', '"Reading a 9x9 board"'), "utf-8")
    _, said = export("canvas", CANVAS.encode(), code=3)
    assert "template.csv: Reading a 9x9 board (71): the column of both board9 and influence\n" in said


def test_ids_that_are_a_word_with_a_number_stay_ids(export: Export, lms_class: Path) -> None:
    """Also beside marks and their maximum: the table is no worksheet of Moodle."""
    write_roster(lms_class, [("student_id",), ("1001",), ("stud1005",)])
    book = lms_class / "work" / "gradebook.json"
    book.write_text(book.read_text("utf-8").replace('"1005"', '"stud1005"'), "utf-8")
    own = "ID;Name;Datum;Punkte;Max\nstud1005;Dan;;1;20\n"
    data, _ = export("csv", own.encode(), "--column", "Punkte")
    assert data.decode() == own.replace(";1;", ";0;")


def test_an_assignment_that_is_called_total_goes_first(export: Export, lms_class: Path) -> None:
    path = lms_class / "work" / "gradebook.json"
    book = json.loads(path.read_text("utf-8").replace('"board9"', '"total"').replace('"Total"', '"x"'))
    for entry in book["entries"]:
        entry["record"] = f"scores/board9/{entry['student']}.json"
    path.write_text(json.dumps(book), "utf-8")
    assert readers.gradescope(export("gradescope", None, "-a", "total")[0])["1001"] == 12.5
