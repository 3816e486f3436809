"""Tables keep their bytes, and have the cells that `csv` finds in them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gograde.classroom.exporting.template import read_template
from gograde.errors import DataError

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


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
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


@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.binary(max_size=40) | CELLS.map(str.encode))
def test_no_bytes_make_it_fail_otherwise(path: Path, data: bytes) -> None:
    path.write_bytes(data)
    try:
        assert read_template(path).data() == data
    except DataError as error:
        assert error.where.startswith(str(path))
