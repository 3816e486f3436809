"""Templates of learning systems are filled in: rows, bytes, and where a mark comes from."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.classroom.exporting import System, Wanted, find_column, read_template
from gograde.cli.main import run_command
from gograde.errors import DataError
from gograde.grading.books.book import Book, keep, keep_records
from gograde.intake.downloads.people_table import read_people, worksheet
from gograde.report.results import load_gradebook
from gograde.report.words.wording import number_text
from tests.report.lms import readers
from tests.report.lms.conftest import MARKS, ROSTER, write_roster

# -- moodle's grading worksheets in other languages: found by what stands in them, and kept as they are ----


Export = Callable[..., Any]
BOM = b"\xef\xbb\xbf"

GERMAN = (
    "ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,Bewertung kann geändert werden,"
    "Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung),Feedback als Kommentar\n"
    'Teilnehmer/in31,Bo,bo@example.org,"Zur Bewertung abgegeben",,"20,00",Ja,'
    '"Mittwoch, 11. November 2026, 20:15",-,"gut, so weit"\n'
    'Teilnehmer/in36,Dan Diaz,dan@example.org,Keine Abgabe,"3,00","20,00",Ja,-,-,\n'
    'Teilnehmer/in35,小明 王,,Zur Bewertung abgegeben,"12,00","20,00",Ja,-,-,\n'
    'Teilnehmer/in99,Wei Li,,Zur Bewertung abgegeben,"12,00","20,00",Ja,-,-,\n'
)
CHINESE = (
    "识别号,全名,学号,电子邮件地址,状态,小组,成绩,最高分,成绩可更改,最近更改 (提交),"
    "最近更改 (成绩),反馈评论\n"
    '参与者31,Bo,00123,bo@example.org,已提交,A,,20.00,是,"2026年11月11日 星期三 20:15",-,\n'
    "参与者36,Dan Diaz,1005,dan@example.org,没有提交,,,20.00,是,-,-,\n"
    "参与者35,王小明,1004,wang@example.org,已提交,,12.00,20.00,是,-,-,\n"
    "参与者99,Wei Li,77777,,已提交,,12.00,20.00,是,-,-,\n"
)
SPANISH = (
    "Identificador;Nombre completo;Número de ID;Dirección de correo;Estado;Calificación;"
    "Calificación máxima;La calificación puede ser cambiada;Última modificación (entrega);"
    "Última modificación (calificación);Comentarios de retroalimentación\n"
    "Participante31;Bo;00123;bo@example.org;Enviado para calificar;;20,00;Sí;-;-;\n"
    "Participante36;Dan Diaz;1005;dan@example.org;Sin entrega;;20,00;Sí;-;-;\n"
    "Participante35;小明 王;1004;;Enviado para calificar;12,00;20,00;Sí;-;-;\n"
    "Participante99;Wei Li;;;Enviado para calificar;12,00;20,00;Sí;-;-;\n"
)
SHEETS = {"de": (GERMAN, ","), "zh": (CHINESE, ","), "es": (SPANISH, ";")}


def by_place(data: bytes, separator: str) -> dict[str, str]:
    """Marks by participant: they stand before the column in which all rows have the maximum of 20."""
    text = data.decode("utf-8-sig")
    header, *rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    [most] = [at for at in range(len(header)) if {row[at].replace(",", ".") for row in rows} == {"20.00"}]
    return {row[0][-2:]: row[most - 1] for row in rows}


@pytest.mark.parametrize("language", SHEETS)
def test_marks_go_into_a_worksheet_of_any_language(export: Export, language: str) -> None:
    text, separator = SHEETS[language]
    data, said = export("moodle", BOM + text.encode())
    old = text.splitlines()[-1].split(separator)
    kept = "12,00" if language != "zh" else "12.00"
    assert by_place(data, separator) == {"31": "20", "36": "0", "35": "", "99": kept}
    assert data.startswith(BOM + text.encode().partition(b"\n")[0])
    assert data.endswith(separator.join(old).encode() + b"\n")
    assert [one["line"] for one in said["unknown_rows"]] == [5]
    assert said["assignments"][0]["max_score"] == 20


def test_all_else_of_a_german_worksheet_stays(export: Export) -> None:
    data, _ = export("moodle", GERMAN.encode())
    changes = [
        ('abgegeben",,"20,00"', 'abgegeben",20,"20,00"'),
        ('Abgabe,"3,00"', 'Abgabe,"0"'),
        ('小明 王,,Zur Bewertung abgegeben,"12,00"', '小明 王,,Zur Bewertung abgegeben,""'),
    ]
    expected = GERMAN
    for old, new in changes:
        assert old in expected
        expected = expected.replace(old, new)
    assert data.decode() == expected


def test_another_maximum_is_told(export: Export) -> None:
    _, told = export("moodle", GERMAN.replace("20,00", "25,00").encode(), code=3)
    assert "template.csv: Bewertung: takes 25 points, board9 gives 20\n" in told


def test_a_table_for_another_system_is_no_worksheet(export: Export, lms_class: Path) -> None:
    """Ids that are a word with a number stay ids, also beside marks and their maximum."""
    write_roster(lms_class, [("student_id",), ("1001",), ("stud1005",)])
    book = lms_class / "work" / "gradebook.json"
    book.write_text(book.read_text("utf-8").replace('"1005"', '"stud1005"'), "utf-8")
    own = "ID;Name;Datum;Punkte;Max\nstud1005;Dan;;1;20\n"
    data, _ = export("csv", own.encode(), "--column", "Punkte")
    assert data.decode() == own.replace(";1;", ";0;")


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


# -- tables of marks without a template, read back by the rules of their systems ---------------------------


TITLE = "Reading a 9x9 board"
EXPECTED = {row[0]: (float(MARKS[row[0]]) if row[0] in MARKS else None) for row in ROSTER[1:]}


def by(column: int) -> dict[str, float | None]:
    """The marks by another id of the roster."""
    return {row[column]: EXPECTED[row[0]] for row in ROSTER[1:]}


def test_a_new_table_for_canvas(export: Callable[..., Any], second_assignment: Path) -> None:
    data, said = export("canvas")
    marks, points = readers.canvas(data)
    assert marks == {TITLE: by(5), "Influence": by(5)}
    assert points == {TITLE: 20, "Influence": 20}
    assert data.decode().splitlines()[1] == "    Points Possible,,,,,20,20"
    assert [work["written"] for work in said["assignments"]] == [5, 5]
    assert [work["open"] for work in said["assignments"]] == [["1003", "1004"]] * 2


def test_canvas_without_ids_has_ids_of_the_roster(export: Callable[..., Any], lms_class: Path) -> None:
    write_roster(lms_class, [row[:4] for row in ROSTER])
    marks, _ = readers.canvas(export("canvas")[0])
    assert marks[TITLE] == EXPECTED


def test_moodle_says_whose_number_is_not_known(export: Callable[..., Any], lms_class: Path) -> None:
    write_roster(lms_class, [row[:4] for row in ROSTER])
    _, said = export("moodle")
    assert said["note"] == (
        "7 students have no moodle_id in roster.csv: a worksheet needs it; give the one that Moodle hands out"
        " as --template, or upload this file as grades in CSV."
    )


def test_blackboard(export: Callable[..., Any]) -> None:
    data, _ = export("blackboard")
    assert readers.blackboard(data) == {TITLE: by(4)}
    assert all(line.startswith('"') and line.endswith('"') for line in data.decode().splitlines())


def test_the_long_table(export: Callable[..., Any], second_assignment: Path) -> None:
    data, _ = export("csv", None, "-a", "board9")
    table = list(csv.DictReader(io.StringIO(data.decode(), newline="")))
    assert list(table[0]) == [
        "assignment", "due", "submitted", "student_id", "last_name", "first_name", "email",
        "raw_score", "late_penalty", "score", "max_score",
    ]  # fmt: skip
    assert {row["assignment"] for row in table} == {"board9"}
    [carol] = [row for row in table if row["student_id"] == "1006"]
    assert list(carol.values()) == [
        "board9", "2026-11-15T23:59:00+00:00", "2026-11-14T10:00:00+00:00", "1006", "Chen", "Carol",
        "carol@example.org", "18", "1.2", "16.8", "20",
    ]  # fmt: skip
    shown = {row["student_id"]: row["score"] for row in table}
    assert shown == {**MARKS, "1002": "17.325", "1003": "", "1004": ""}
    [missing] = [row for row in table if row["student_id"] == "1005"]
    assert (missing["submitted"], missing["raw_score"]) == ("", "0")


def test_a_student_who_came_after_the_grading_is_open(export: Callable[..., Any], lms_class: Path) -> None:
    write_roster(lms_class, [*ROSTER, ("2000", "New", "Ned", "", "ned", "", "", "")])
    data, said = export("gradescope")
    assert readers.gradescope(data)["2000"] is None
    assert said["assignments"][0]["open"] == ["1003", "1004", "2000"]


def test_halves_are_rounded_up_and_zeros_are_left_out() -> None:
    assert [number_text(value, 2) for value in (2.675, 1.005, 12.5, 20.0, 0, 1 / 3, 13.600000000000001)] == [
        "2.68", "1.01", "12.5", "20", "0", "0.33", "13.6",
    ]  # fmt: skip
    assert number_text(100, 2) == "100"
    assert number_text(-12.5, 2) == "-12.5"


def test_without_a_file_the_table_is_printed_and_the_report_beside_it(
    lms_class: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["export", str(lms_class), "--to", "gradescope"]) == 0
    said = capsys.readouterr()
    assert readers.gradescope(said.out.encode()) == EXPECTED
    assert said.err == (
        "Marks are those of the last grading, which is not published.\n"
        "board9: 5 marks\n"
        "  left empty, since not decided: 2 (1003, 1004)\n"
        "Note: Gradescope hands such tables out, and documents no way to read them in.\n"
    )


def test_the_file_is_for_its_owner_and_the_same_each_time(export: Callable[..., Any], tmp_path: Path) -> None:
    first, _ = export("canvas")
    assert (tmp_path / "out.csv").stat().st_mode & 0o077 == 0
    assert export("canvas")[0] == first


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (
            ["--to", "moodle"],
            "--to moodle: its tables are about one assignment\nFix: give -a with one of: board9",
        ),
        (
            ["--to", "canvas", "-a", "bord9"],
            '-a bord9: no assignment of this gradebook\nFix: did you mean "board9"?',
        ),
        (["--to", "canvas", "--scale"], "--scale: says something of a template, and there is none\n"),
        (["--to", "canvas", "--column", "x"], "--column: says something of a template, and there is none\n"),
        (["--to", "canvas", "--template", "x.csv"], "--template: foreign text does not go to a terminal\n"),
        (
            ["--to", "canvas", "--format", "json"],
            "--format json: the table is printed where the report goes\n",
        ),
        (["--to", "canvas", "--template", "x.csv", "-o", "x.csv"], "-o x.csv: this is the template\n"),
        (
            ["--to", "canvas", "--template", "x.csv", "-o", "y.csv", "--column", "x"],
            "--column: one column for 2 assignments\nFix: give -a with one of: board9, influence",
        ),
        (["--to", "canvas", "--at", "3"], "--at 3: no such gradebook of this class\n"),
    ],
)
def test_what_cannot_be_asked_for(
    second_assignment: Path, args: list[str], told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_command(["export", str(second_assignment), *args]) == 2
    assert capsys.readouterr().err.startswith(told)


CANVAS = "\r\n".join([
    'Student,ID,SIS User ID,SIS Login ID,Section,Warm-up (70),Reading a 9x9 board (71),"Essay, long (72)",'
    'Current Score,Final Score',
    ',,,,,,Manual Posting,,,',
    '    Points Possible,,,,,5,20,"30,00",(read only),(read only)',
    '"=HYPERLINK(""http://x.invalid"",""A""), Bo",9001,00123,bo,"Go, A",4,,7.50,80.0,80.0',
    '"Li, Wei",9002,1001,liwei,"Go, A",5,"12.50",30,90,90',
    '"Müller, Jörg",9003,1002,joerg,"Go, B",5,"17,33",30,90,90',
    "\"O'Neil, Anna\",9004,1003,anna,\"Go, B\",5,9,30,90,90",
    '"Nobody, Known",9999,00777,nk,"Go, B",1,3,30,90,90',
    '"Chen, Carol",9007,1006,carol,"Go, B",1,,30,90,90',
    '"Student, Test",7,,x,"Go, B",,,,,',
]) + "\r\n"  # fmt: skip
"""As Canvas exports it: 王 is missing, an unknown student is there, and Jörg's mark has a comma."""


def changed(before: bytes, after: bytes) -> list[tuple[bytes, bytes]]:
    """The lines that differ."""
    return [
        (one, other)
        for one, other in zip(before.split(b"\n"), after.split(b"\n"), strict=True)
        if one != other
    ]


def test_canvas(export: Export) -> None:
    before = CANVAS.encode()
    data, said = export("canvas", before)
    assert changed(before, data) == [
        (b'"=HYPERLINK(""http://x.invalid"",""A""), Bo",9001,00123,bo,"Go, A",4,,7.50,80.0,80.0\r',
         b'"=HYPERLINK(""http://x.invalid"",""A""), Bo",9001,00123,bo,"Go, A",4,20,7.50,80.0,80.0\r'),
        (b"\"O'Neil, Anna\",9004,1003,anna,\"Go, B\",5,9,30,90,90\r",
         b"\"O'Neil, Anna\",9004,1003,anna,\"Go, B\",5,,30,90,90\r"),
        (b'"Chen, Carol",9007,1006,carol,"Go, B",1,,30,90,90\r',
         b'"Chen, Carol",9007,1006,carol,"Go, B",1,16.8,30,90,90\r'),
    ]  # fmt: skip
    marks, points = readers.canvas(data)
    own = {"9001": 20, "9002": 12.5, "9003": 17.33, "9004": None, "9007": 16.8}
    assert marks["71"] == {**own, "9999": 3, "7": None}
    assert points["71"] == 20
    assert marks["70"] == readers.canvas(before)[0]["70"]
    [work] = said["assignments"]
    assert (work["column"], work["written"], work["open"]) == ("Reading a 9x9 board (71)", 4, ["1003"])
    assert (work["replaced"], work["emptied"]) == ({}, {"1003": "9"})
    assert said["not_in_table"] == ["1004", "1005"]
    [stranger] = said["unknown_rows"]
    assert stranger["line"] == 8 and "00777" in stranger["why"]


def test_a_column_is_named_like_the_title_or_the_id(tmp_path: Path) -> None:
    for name in ("Chains and liberties", "board-control", "Board Control"):
        (tmp_path / "t.csv").write_text(f"Student,ID,SIS Login ID,Section,Essay (69),{name} (70)\n")
        wanted = Wanted("board-control", "Chains and liberties", 68)
        assert find_column(System.CANVAS, read_template(tmp_path / "t.csv"), wanted).number == 5, name


def test_the_report_in_words(lms_class: Path, tmp_path: Path, capsysbinary: Any) -> None:
    (tmp_path / "t.csv").write_bytes(CANVAS.replace(',"12.50",', ",11,").encode())
    args = ["--template", str(tmp_path / "t.csv"), "-o", str(tmp_path / "up.csv")]
    assert run_command(["export", str(lms_class), "--to", "canvas", *args]) == 0
    said = capsysbinary.readouterr()
    assert said.out == b""
    assert said.err.decode() == (
        "Marks are those of the last grading, which is not published.\n"
        'board9: 4 marks into "Reading a 9x9 board (71)"\n'
        "  left empty, since not decided: 1 (1003)\n"
        "  another mark stood there: 1 (1001 (11))\n"
        "  emptied, although a mark stood there: 1 (1003 (9))\n"
        "rows of nobody on the roster, left as they are: 1\n"
        "  line 8: not on the roster: id '00777', login 'nk', id 'nk', Canvas id '9999', "
        "name 'Known Nobody'\n"
        "in no row of the table: 2 (1004, 1005)\n"
        f"Written: {tmp_path / 'up.csv'}\n"
    )


MOODLE = (
    "Identifier,Full name,ID number,Email address,Status,GRADE,Maximum grade,Grade can be changed,"
    "Last modified (submission),Last modified (grade),Feedback comments\n"
    'Participant 31,Bo,00123,bo@example.org,"Submitted for grading - Not marked",,20.00,Yes,'
    '"Wednesday, 11 November 2026, 8:15 PM",-,"good, so far"\n'
    "Participant 36,Dan Diaz,1005,dan@example.org,No submission,,20.00,Yes,-,-,\n"
    "Participant 35,小明 王,,WANG@example.org,Submitted,12,20.00,Yes,-,-,\n"
    "Participant 99,Wei Li,,,Submitted,12,20.00,Yes,-,-,\n"
)


def test_moodle(export: Export) -> None:
    data, said = export("moodle", BOM + MOODLE.encode())
    assert data.startswith(BOM + b"Identifier,")
    marks = readers.moodle(data.replace(b"GRADE", b"Grade"))
    assert marks == {"31": 20, "36": 0, "35": None, "99": 12}
    assert [one["line"] for one in said["unknown_rows"]] == [5]
    assert said["unknown_rows"][0]["why"] == "'Participant 99' is not on the roster, only the name of 1001"


def test_moodle_by_names_alone(export: Export, lms_class: Path) -> None:
    """Where no id of the table is on the roster, names are all there is."""
    write_roster(lms_class, [row[:3] for row in ROSTER])
    data, said = export("moodle", MOODLE.encode().replace(b",00123,", b",,").replace(b",1005,", b",,"))
    assert readers.moodle(data.replace(b"GRADE", b"Grade")) == {"31": None, "36": 0, "35": None, "99": 12.5}
    assert [one["line"] for one in said["unknown_rows"]] == [2]


BLACKBOARD = (
    '"Last Name"\t"First Name"\t"Username"\t"Student ID"\t"Last Access"\t"Availability"\t'
    '"Reading a 9x9 board [Total Pts: 20 Score] |81"\t"Other [Total Pts: 5 Score] |82"\r\n'
    '"Li"\t"Wei"\t"liwei"\t"1001"\t"2026-11-11"\t"Yes"\t""\t"4"\r\n'
    '"王"\t"小明"\t"wxm"\t"1004"\t"2026-11-11"\t"Yes"\t""\t"3"\r\n'
    '"Diaz"\t"Dan"\t"dan"\t"1005"\t"2026-11-11"\t"Yes"\t""\t""\r\n'
)


def test_blackboard_in_utf_16_with_tabs(export: Export) -> None:
    before = b"\xff\xfe" + BLACKBOARD.encode("utf-16-le")
    data, _ = export("blackboard", before)
    expected = BLACKBOARD.replace('"Yes"\t""\t"4"', '"Yes"\t"12.5"\t"4"').replace(
        '"Yes"\t""\t""', '"Yes"\t"0"\t""'
    )
    assert data == b"\xff\xfe" + expected.encode("utf-16-le")
    assert readers.blackboard(data) == {
        "81": {"liwei": 12.5, "wxm": None, "dan": 0},
        "82": {"liwei": 4, "wxm": 3, "dan": None},
    }


GRADESCOPE = (
    "First Name,Last Name,SID,Email,Sections,Total Score,Max Points,Status,Submission ID,Submission Time,"
    "Lateness (H:M:S)\n"
    "Wei,Li,1001,li@example.org,,,20.0,Ungraded,5,2026-11-11 10:00:00 +0800,00:00:00\n"
    "Dan,Diaz,1005,dan@example.org,,,,Missing,,,\n"
)


def test_gradescope(export: Export) -> None:
    data, _ = export("gradescope", GRADESCOPE.encode())
    assert readers.gradescope(data) == {"1001": 12.5, "1005": 0}


def test_any_table_with_semicolons_and_commas_in_numbers(export: Export) -> None:
    """Where the same number stands already, its text stays as the locale has it."""
    before = "matnr;name;Punkte;Übung\n1001;Wei Li;12,50;1,5\n00123;Bo;19,0;2\n"
    data, said = export("csv", before.replace("matnr", "Student ID").encode(), "--column", "punkte")
    assert data.decode() == "Student ID;name;Punkte;Übung\n1001;Wei Li;12,50;1,5\n00123;Bo;20;2\n"
    assert said["assignments"][0]["replaced"] == {"00123": "19,0"}


def test_two_assignments_at_once_and_one_column_by_its_number(
    export: Export, second_assignment: Path
) -> None:
    before = CANVAS.replace("Warm-up (70)", "influence (70)").replace(",5,20,", ",20,20,").encode()
    data, said = export("canvas", before)
    marks, _ = readers.canvas(data)
    assert marks["70"]["9002"] == marks["71"]["9002"] == 12.5
    assert [work["column"] for work in said["assignments"]] == ["influence (70)", "Reading a 9x9 board (71)"][
        ::-1
    ]
    data, _ = export("canvas", before, "-a", "influence", "--column", "71")
    assert readers.canvas(data)[0]["70"]["9002"] == 5


def test_marks_are_scaled_when_that_is_asked_for(export: Export) -> None:
    before = CANVAS.replace(",5,20,", ",5,100,").encode()
    _, told = export("canvas", before, code=3)
    assert told.endswith(
        "template.csv: Reading a 9x9 board (71): takes 100 points, board9 gives 20\n"
        "Fix: set its points to 20 there and download the table again, or give --scale\n"
    )
    marks, _ = readers.canvas(export("canvas", before, "--scale")[0])
    assert (marks["71"]["9002"], marks["71"]["9003"], marks["71"]["9004"]) == (62.5, 86.63, None)


ROW = '"Li, Wei",9002,1001,liwei,"Go, A",5,"12.50",30,90,90'


@pytest.mark.parametrize(
    ("system", "change", "told"),
    [
        ("canvas", (ROW, ROW + "\r\n" + ROW), ":6: 1001 is on line 5 already\nFix: keep one of"),
        (
            "canvas",
            ("Reading a 9x9 board (71)", "Reading (71)"),
            ": no column for board9 is called 'Reading a 9x9 board'\n"
            "Fix: give --column with one of: 'Warm-up (70)', 'Reading (71)', 'Essay, long (72)'\n",
        ),
        (
            "canvas",
            ("Warm-up", "Reading a 9x9 board"),
            ": 2 columns are called 'Reading a 9x9 board'\n"
            "Fix: give --column with one of: 'Reading a 9x9 board (70)', 'Reading a 9x9 board (71)'\n",
        ),
        ("canvas", (',5,20,"30,00"', ',5,(read only),"30,00"'),
         ": Reading a 9x9 board (71): computed by Canvas, which reads no marks there\n"),
        ("canvas", ('"Go, A",5', '"Go, A"x,5'),
         ":5: not CSV: a quote is not closed, or text follows a closing one\nFix: mend the quotes\n"),
        ("canvas", ('"30,00"', '"30,00'), ":3: not CSV: a quote is not closed, or"),
        ("moodle", ("", ""), ": no column for board9 is called 'grade'\nFix: give --column with one of: "),
        ("blackboard", ("Student", "Schüler"), ": no column for board9 is called 'Reading a 9x9 board'\n"),
    ],
)  # fmt: skip
def test_a_table_that_is_not_clear(export: Export, system: str, change: tuple[str, str], told: str) -> None:
    _, said = export(system, CANVAS.replace(*change).encode(), code=3)
    assert f"template.csv{told}" in said


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "template.csv: empty\nFix: download it from the learning system again\n"),
        (BOM + b" \r\n", "template.csv: empty\n"),
        (
            b"PK\x03\x04\xff\xfe\x00\x00",
            "template.csv: not a table in UTF-8 or UTF-16\nFix: download it again as CSV",
        ),
        (b"\x89PNG\r\n\x1a\n", "template.csv: not a table in UTF-8 or UTF-16\n"),
        (b"Student ID,Points\x00\n", "template.csv: not a table: NUL characters in it\n"),
        (b"\xff\xfeA", "template.csv: not a table in UTF-8 or UTF-16\n"),
        (b"Student ID,Reading a 9x9 board\n", "template.csv: no row names a student of the class\n"),
        (b"Student ID,Reading a 9x9 board\n7,1\n", "template.csv: no row names a student of the class\n"),
    ],
)
def test_a_file_that_is_no_table(export: Export, data: bytes, told: str) -> None:
    assert told in export("csv", data, code=3)[1]


def test_a_column_of_ids_holds_no_marks(export: Export) -> None:
    _, said = export("csv", b"Student ID,Points\n1001,3\n", "--column", "student id", code=3)
    assert "template.csv: Student ID: names students, and holds no marks\n" in said


def test_one_column_is_not_for_two(export: Export, second_assignment: Path) -> None:
    book = second_assignment / "work" / "gradebook.json"
    book.write_text(book.read_text("utf-8").replace('"Influence"', '"Reading a 9x9 board"'), "utf-8")
    _, said = export("canvas", CANVAS.encode(), code=3)
    assert "template.csv: Reading a 9x9 board (71): the column of both board9 and influence\n" in said


def test_a_namesake_does_not_get_the_mark(export: Export) -> None:
    """The table's ids are known to the class; another id with a name of the class is another person."""
    other = CANVAS.replace('"Nobody, Known",9999,00777,nk', '"Diaz, Dan",9999,00777,nk')
    data, said = export("canvas", other.encode())
    assert readers.canvas(data)[0]["71"]["9999"] == 3
    assert "1005" in said["not_in_table"]
    assert said["unknown_rows"][0]["why"] == "'9999' is not on the roster, only the name of 1005"


CELLS = st.text(st.sampled_from('ab",;\t\n\r é王=0'), max_size=5)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.csv"


def test_cells_and_bytes_of_one_table(path: Path) -> None:
    data = b'\xef\xbb\xbfa;"b;""c"""\r\n\r\n 007 ;"x\ny"\n;;extra'
    path.write_bytes(data)
    table = read_template(path)
    assert table.header == ("a", 'b;"c"')
    assert [[row.cell(column) for column in range(3)] for row in table.body] == [
        ["", "", ""],
        ["007", "x\ny", ""],
        ["", "", "extra"],
    ]
    assert [row.line for row in table.rows] == [1, 2, 3, 5]
    assert table.data() == data
    table.body[1].put(1, "5")
    table.body[0].put(1, "6")
    assert table.data() == b'\xef\xbb\xbfa;"b;""c"""\r\n;6\r\n 007 ;"5"\n;;extra'


@given(
    rows=st.lists(st.lists(CELLS, min_size=2, max_size=4), min_size=1, max_size=4),
    quoting=st.sampled_from([csv.QUOTE_ALL, csv.QUOTE_MINIMAL]),
    end=st.sampled_from(["\n", "\r\n"]),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16"]),
)
def test_the_cells_are_those_of_csv(
    path: Path, rows: list[list[str]], quoting: int, end: str, encoding: str
) -> None:
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


def kept(class_dir: Path, *, published: bool) -> None:
    """Keep what was graded last."""
    marks = load_gradebook(class_dir)
    records = keep_records(class_dir, marks)
    keep(class_dir, Book(published=published, at="2026-11-20", note="n", gradebook=marks, records=records))


@pytest.fixture
def published(lms_class: Path) -> Path:
    """Gradebook 1 is published; in gradebook 2, which is only kept, and in the last grading 1001 has 20."""
    kept(lms_class, published=True)
    path = lms_class / "work" / "gradebook.json"
    book = json.loads(path.read_text("utf-8"))
    for entry in book["entries"]:
        if entry["student"] == "1001":
            entry["mark"] = {"at_least": 20, "pending": 0, "of": 20}
    path.write_text(json.dumps(book), "utf-8")
    kept(lms_class, published=False)
    return lms_class


def test_the_published_marks_go_out(export: Export, published: Path) -> None:
    data, said = export("gradescope")
    assert readers.gradescope(data)["1001"] == 12.5
    assert (said["gradebook"], said["source"]) == (1, "gradebook 1 (published 2026-11-20: n)")


def test_another_gradebook_when_it_is_named(export: Export, published: Path) -> None:
    data, said = export("gradescope", None, "--at", "2")
    assert readers.gradescope(data)["1001"] == 20
    assert said["source"] == "gradebook 2 (kept 2026-11-20: n)"


def test_the_last_grading_before_anything_is_published(export: Export, lms_class: Path) -> None:
    _, said = export("gradescope")
    assert (said["gradebook"], said["source"]) == (None, "the last grading, which is not published")


def test_an_assignment_that_is_not_published_yet(export: Export, published: Path) -> None:
    _, said = export("csv", None, "-a", "influence", code=2)
    assert said == "-a influence: no assignment of this gradebook\nFix: use one of: board9\n"
