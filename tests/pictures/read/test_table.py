"""Every row of the table, and a few rows of the campaign, get an allowed verdict."""

from __future__ import annotations

import pytest

from benchmarks.pictures import swapped
from tests.pictures.read.campaign import main
from tests.pictures.read.looks import Look, painted, random_board
from tests.pictures.read.rows import Row, right, shown, surprises
from tests.pictures.read.table import KINDS, ROWS, rows

SEED = 20261125

COUNT = 5
"""Rows of the campaign that the suite reads."""

BY_TURNS = [
    pytest.param(row, id=row.name, marks=[pytest.mark.long] if number % 2 else [])
    for number, row in enumerate(ROWS)
]
"""The suite reads every other row, a campaign the rest."""


KNOWN = frozenset(
    {
        "a small disc may be a stone",
        "a wide dot on the last move",
        "beside one colour alone a cross may be the other",
        "not all star points in the corners",
        "rings on a dark ground say nothing",
        "star points as large as stones",
        "star points may be large dots",
    }
)
"""Rows that are read wrongly, as docs/pictures.md tells; who mends one takes it out."""


@pytest.mark.parametrize("row", BY_TURNS)
def test_what_comes_of_a_row(row: Row) -> None:
    found = list(surprises(row))
    assert found if row.name in KNOWN else not found, found


def test_rows_have_names_of_their_own() -> None:
    assert len({row.name for row in ROWS}) == len(ROWS)


def test_a_row_that_comes_out_otherwise_is_told() -> None:
    board = random_board(1)
    (line,) = surprises(right("a wrong row", shown(painted, swapped(board), Look()), board))
    assert line.startswith("a wrong row: ")
    assert line.endswith(
        "is rejected (the picture shows the board with the colours swapped), not accepted or review"
    )


def test_a_seed_throws_the_same_rows_again() -> None:
    first, again = (next(rows(SEED)) for _ in range(2))
    assert (first.name, first.asked) == (again.name, again.asked)
    assert first.picture().tobytes() == again.picture().tobytes()


def test_a_small_campaign_finds_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(["--seed", str(SEED), "--count", str(COUNT)])
    assert (code, capsys.readouterr().out) == (0, f"seed {SEED}: {COUNT} rows\n0 boards differ\n")


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_the_campaign_can_be_drawn(kind: str) -> None:
    from random import Random

    picture, board = KINDS[kind](Random(1), random_board(1))
    assert min(picture().size) > 60
    assert len({len(line) for line in board}) == 1
