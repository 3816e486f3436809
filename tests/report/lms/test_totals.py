"""The total of the class as a column for learning systems, read back by their rules."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tests.report.lms import readers
from tests.report.lms.conftest import ROSTER

Export = Callable[..., Any]

TOTALS = {"00123": 100, "1001": 62.5, "1002": 86.63, "1003": None, "1004": None, "1005": 0, "1006": 84}
"""In percent of 20 points: 17.325 is 86.625 %, and 18 less 1.2 is 84 %; two are not decided."""


def by(column: int) -> dict[str, float | None]:
    return {row[column]: TOTALS[row[0]] for row in ROSTER[1:]}


def test_the_total_as_an_assignment_of_a_hundred_points(export: Export) -> None:
    marks, points = readers.canvas(export("canvas", None, "-a", "board9", "-a", "total")[0])
    assert points == {"Reading a 9x9 board": 20, "Total": 100}
    assert marks["Total"] == by(5)
    assert "Total" not in readers.canvas(export("canvas")[0])[0]
    moodle = readers.moodle(export("moodle", None, "-a", "total")[0])
    assert moodle == {name.removeprefix("Participant "): mark for name, mark in by(6).items()}
    assert readers.blackboard(export("blackboard", None, "-a", "total")[0]) == {"Total": by(4)}
    assert readers.gradescope(export("gradescope", None, "-a", "total")[0]) == by(0)


def test_the_total_in_the_long_table_and_in_the_report(export: Export) -> None:
    data, said = export("csv", None, "-a", "total")
    rows = list(csv.reader(io.StringIO(data.decode(), newline="")))
    assert rows[2] == [
        "total", "", "", "1001", "Li", "Wei", "li@example.org", "62.5", "0", "62.5", "100",
    ]  # fmt: skip
    assert {row[3]: row[9] for row in rows[1:]} == {
        "00123": "100", "1001": "62.5", "1002": "86.625", "1003": "", "1004": "", "1005": "0", "1006": "84",
    }  # fmt: skip
    [work] = said["assignments"]
    assert (work["assignment"], work["max_score"], work["written"]) == ("total", 100, 5)
    assert work["open"] == ["1003", "1004"]


OVERRIDE = (
    "Student,ID,SIS User ID,SIS Login ID,Section,Total (77),Final Score,Override Score\n"
    "    Points Possible,,,,,100,(read only),\n"
    '"Li, Wei",9002,1001,liwei,A,,90,\n'
    '"Diaz, Dan",9006,1005,dan,A,,90,12\n'
)


def test_the_total_goes_into_the_column_of_the_template(export: Export) -> None:
    data, said = export("canvas", OVERRIDE.encode(), "-a", "total")
    assert readers.canvas(data)[0]["77"] == {"9002": 62.5, "9006": 0}
    data, said = export("canvas", OVERRIDE.encode(), "-a", "total", "--column", "override score")
    assert data.decode() == OVERRIDE.replace("A,,90,\n", "A,,90,62.5\n").replace(",90,12", ",90,0")
    assert said["assignments"][0]["replaced"] == {"1005": "12"}


BLACKBOARD = (
    '"Last Name","First Name","Username","Student ID",'
    '"Total [Total Pts: up to 100 Score] |8","Course [Total Pts: 50 Score] |9"\n'
    '"Li","Wei","liwei","1001","","10"\n'
)


def test_a_column_that_blackboard_computes_itself_holds_no_total(export: Export) -> None:
    _, told = export("blackboard", BLACKBOARD.encode(), "-a", "total", code=3)
    assert told.endswith(
        "template.csv: Total [Total Pts: up to 100 Score] |8: computed by Blackboard, which reads no marks "
        "there\nFix: give another --column\n"
    )
    data, _ = export("blackboard", BLACKBOARD.encode(), "-a", "total", "--column", "Course", "--scale")
    assert readers.blackboard(data)["9"] == {"liwei": 31.25}


def test_an_assignment_that_is_called_total_goes_first(export: Export, lms_class: Path) -> None:
    path = lms_class / "work" / "gradebook.json"
    book = json.loads(path.read_text("utf-8").replace('"board9"', '"total"').replace('"Total"', '"x"'))
    for entry in book["entries"]:
        entry["record"] = f"scores/board9/{entry['student']}.json"
    path.write_text(json.dumps(book), "utf-8")
    assert readers.gradescope(export("gradescope", None, "-a", "total")[0])["1001"] == 12.5
