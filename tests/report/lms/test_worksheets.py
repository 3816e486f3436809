"""Moodle's grading worksheets in other languages: found by what stands in them, and kept as they are."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from gograde.intake.downloads.people_table import read_people, worksheet
from tests.report.lms.conftest import write_roster

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
