"""Lattices asked about at once, lines averaged by sums of sums, sizes of loose cells: beside slow ways."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from gograde.pictures.read.lattice.grids import Grid, Kind, stacked
from gograde.pictures.read.lattice.line_tables import (
    Tables,
    links,
    separation,
    separations,
    unevenness,
    unevennesses,
)
from gograde.pictures.read.lattice.lines import LONG, _along, maps_of
from gograde.pictures.read.lattice.support import supported
from gograde.pictures.read.pixels import sheet_of, summed, sums_at
from gograde.pictures.read.typed.type_page import _folded, _loose_pitches
from tests.pictures.boards_drawn import Look, drawn, random_board

SHEET = sheet_of(drawn(random_board(3, 9, 9, 0.4), Look(step=26)))
TABLES = Tables(maps_of(SHEET.luma), SHEET.luma)


@st.composite
def lattices(draw: Callable[..., float]) -> Grid:
    """Lattices anywhere in the picture and beyond it."""
    first, step = st.floats(-20, 200), st.floats(5, 40)
    return Grid(Kind.POINTS, 9, 9, draw(first), draw(step), draw(first), draw(step))


@given(st.lists(lattices(), min_size=1, max_size=6))
def test_many_lattices_are_asked_about_as_each_alone(grids: list[Grid]) -> None:
    many = stacked(grids)
    for asked in (separations(TABLES.ink, many), unevennesses(TABLES.luma, many)):
        assert asked.shape == (len(grids),)
    assert separations(TABLES.ink, many) == pytest.approx([separation(TABLES.ink, g) for g in grids])
    assert unevennesses(TABLES.luma, many) == pytest.approx([unevenness(TABLES.luma, g) for g in grids])
    for all_of, each in zip(
        links(TABLES, many), zip(*(links(TABLES, g) for g in grids), strict=True), strict=True
    ):
        assert all_of == pytest.approx(np.array(each), abs=1e-9)
    for together, grid in zip(supported(TABLES, grids), grids, strict=True):
        (alone,) = supported(TABLES, [grid])
        assert (together.kind, together.support) == (alone.kind, pytest.approx(alone.support, abs=1e-9))


def test_no_lattices_are_supported_by_nothing() -> None:
    assert supported(TABLES, []) == []


def test_sums_on_many_grids_of_places_are_those_on_each() -> None:
    rng = np.random.default_rng(4)
    table = summed(rng.random((30, 40)).astype(np.float32))
    ys, xs = rng.uniform(-5, 35, (3, 4)), rng.uniform(-5, 45, (3, 6))
    sums = sums_at(table, ys, xs)
    assert sums.shape == (3, 4, 6)
    for n in range(3):
        assert np.array_equal(sums[n], sums_at(table, ys[n], xs[n]))


@pytest.mark.parametrize("rows", [1, 5, 9, 10, 60])
def test_a_line_is_averaged_over_so_many_rows(rows: int) -> None:
    values = np.random.default_rng(rows).random((rows, 7)).astype(np.float32)
    wide = np.vstack([np.zeros((LONG // 2, 7)), values, np.zeros((LONG // 2, 7))])
    mean = [wide[row : row + LONG].mean(0) for row in range(rows)]
    assert _along(values) == pytest.approx(np.array(mean), abs=1e-6)


def test_a_dark_line_and_a_light_one_are_lines_and_a_step_is_none() -> None:
    luma = np.full((40, 60), 0.5, np.float32)
    luma[:, 10], luma[:, 30], luma[:, 50:] = 0, 1, 1
    down = maps_of(luma).down[20]
    assert {x for x in range(60) if down[x] == 1} == {10, 30}
    assert not maps_of(luma).across[5:-5].any()


@given(st.integers(4, 32), st.integers(60, 300), st.integers(0, 2**32 - 1))
def test_ink_is_folded_as_pixel_by_pixel(whole: int, length: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    profile, parts = rng.integers(0, 50, length).astype(float), min(8, whole)
    sizes = whole + np.array([0.0, 0.3, 0.62, 0.98])
    assert _folded(profile, sizes, parts) == pytest.approx(
        np.array([slowly_folded(profile, size, parts) for size in sizes])
    )


def slowly_folded(profile: NDArray[np.float64], size: float, parts: int) -> list[float]:
    """The mean ink in each part of all cells, pixel by pixel."""
    there: list[list[float]] = [[] for _ in range(parts)]
    ends = np.ceil(size / parts * np.arange(len(profile) // int(size) * parts + parts + 1))
    for place, ink in enumerate(profile):
        there[(int(np.searchsorted(ends, place, "right")) - 1) % parts].append(float(ink))
    return [float(np.mean(part)) if part else 0.0 for part in there]


@pytest.mark.parametrize("size", [8.44, 9.6, 15.36])
def test_the_size_of_loose_cells_is_found_and_the_gap_lies_in_the_first(size: float) -> None:
    places = np.arange(500)
    profile = np.where(places % size < 0.8 * size, 40.0, 0.0)
    found = _loose_pitches(profile, range(4, 33))
    assert min(abs(one - size) for one, _ in found) < 0.1
    assert all(0 <= first < one for one, first in found)
