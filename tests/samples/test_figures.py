"""The figures in statements are current and right, and every statement displays them."""

from __future__ import annotations

import io
import re
import shutil
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner
from PIL import Image

from gograde.authoring.statement import FIGURES, Examples, Figures, figure_files, figures_of
from gograde.cli.main import main
from gograde.errors import DataError
from gograde.go import area_score, diagram
from gograde.package.package import check_descriptor, check_files, find_package, load_package, package_ids
from gograde.pictures.draw import Diagram, Holding, MarkShape
from tests.samples.test_statements_agree import statement

CASES = Path(__file__).parents[2] / "cases"
PACKAGES = ("board-control", "board9", "influence", "tromp-taylor")
SHOWN = re.compile(r"^!\[(.+)\]\(figures/([\w-]+)\.png\)$", re.MULTILINE)


@cache
def figures(package: str) -> Figures:
    return figures_of(CASES / package)


def shown(package: str, name: str, place: int = 0) -> Diagram:
    return figures(package)[name].diagrams[place]


def test_every_package_that_has_figures_is_looked_at() -> None:
    drawing = [name for name in package_ids() if (CASES / name / FIGURES).is_dir()]
    assert tuple(drawing) == PACKAGES


@pytest.mark.parametrize("package", PACKAGES)
def test_the_files_are_what_is_drawn(package: str) -> None:
    """Pixels are compared, and loosely: another build of FreeType may shade a digit otherwise."""
    made = figure_files(CASES / package)
    there = {path.name: path.read_bytes() for path in (CASES / package / FIGURES).iterdir()}
    assert there.keys() == made.keys() == {f"{name}.png" for name in figures(package)}
    for name, data in made.items():
        one, other = (np.asarray(Image.open(io.BytesIO(d)).convert("RGB"), int) for d in (data, there[name]))
        assert one.shape == other.shape, name
        differ = np.abs(one - other).max(axis=2) > 64
        assert differ.mean() < 0.001, f"{name}: gograde cases describe cases/{package} --figures"


@pytest.mark.parametrize("package", PACKAGES)
def test_both_languages_show_every_figure_once_and_say_what_is_on_it(package: str) -> None:
    english, chinese = (SHOWN.findall(statement(package, language)) for language in ("en", "zh"))
    assert [name for _, name in english] == [name for _, name in chinese]
    assert sorted(name for _, name in english) == sorted(figures(package))
    assert all(re.search("[\u4e00-\u9fff]", words) for words, _ in chinese)
    assert not any(re.search("[\u4e00-\u9fff]", words) for words, _ in english)


@pytest.mark.parametrize("package", PACKAGES)
def test_the_descriptor_lists_figures_as_pictures(package: str) -> None:
    listed = load_package(CASES / package).hashes
    assert {path for path in listed if path.startswith(FIGURES)} == {
        f"{FIGURES}/{n}.png" for n in figures(package)
    }
    assert list(check_files(find_package(package))) == []


def test_frictionless_takes_a_descriptor_with_pictures() -> None:
    assert list(check_descriptor(CASES / "tromp-taylor")) == []


# -- what is on them ------------------------------------------------------------------------


def matrix(given: Diagram) -> list[list[float | None]]:
    rows, cols = given.size
    return [[given.values.get((r, c)) for c in range(cols)] for r in range(rows)]


def test_values_are_those_that_the_statement_prints() -> None:
    """The matrices there are held to both oracles elsewhere."""
    examples = Examples(statement("influence"))

    def printed(kind: str) -> list[list[float]]:
        return [[float(part) for part in line.split()] for line in examples.block(kind).splitlines()]

    assert matrix(shown("influence", "zobrist-ryder", 1)) == printed("zobrist")
    assert matrix(shown("influence", "zobrist-ryder", 2)) == printed("ryder")
    assert [matrix(one) for one in figures("influence")["force"].diagrams[:4]] == [
        printed(kind) for kind in ("up", "right", "down", "left")
    ]
    fast = shown("influence", "fast", 1)
    assert {p: printed("fast")[p[0]][p[1]] for p in fast.values} == fast.values
    assert len(fast.values) == 54, "on empty points only"
    lone = [" ".join(str(value) for value in row) for row in matrix(shown("influence", "zobrist-lone"))]
    assert lone[4] == "1 2 6 10 62 10 6 2 1"
    assert matrix(shown("influence", "zobrist-lone", 1))[0] == [56, 8, 5, 2, 1]


def test_territory_is_firm_where_it_is_solid() -> None:
    given = shown("influence", "territory")
    assert given.territory[0, 0] is Holding.BLACK_FIRM
    assert given.territory[2, 2] is Holding.BLACK
    assert given.territory[2, 6] is Holding.WHITE_FIRM
    assert given.territory[0, 5] is Holding.WHITE
    assert (0, 4) not in given.territory
    assert len(given.territory) == 29
    examples = Examples(statement("influence"))
    for kind, firm in (("held", False), ("solid", True)):
        told = [[int(part) for part in line.split()] for line in examples.block(kind).splitlines()]
        drawn = {p: 1 if held.black else -1 for p, held in given.territory.items() if held.firm or not firm}
        assert drawn == {(r, c): one for r, row in enumerate(told) for c, one in enumerate(row) if one}


def test_joseki_are_numbered_and_the_tenuki_is_left_out() -> None:
    given, mirrored = figures("influence")["joseki"].diagrams
    assert sorted(given.numbers.values()) == [*range(1, 11), *range(12, 16)]
    assert given.numbers[3, 3] == 1
    assert given.numbers[5, 2] == 2, "CF: x is 2, y is 5"
    assert given.stone((5, 2)) == "O"
    assert mirrored.numbers == {(col, row): number for (row, col), number in given.numbers.items()}


def test_a_step_has_eight_appearances() -> None:
    told = shown("influence", "areas").marks
    assert {p for p, shape in told.items() if shape is MarkShape.TRIANGLE} == {
        (5, 2),
        (2, 13),
        (16, 5),
        (13, 16),
    }
    assert {p for p, shape in told.items() if shape is MarkShape.SQUARE} == {
        (2, 5),
        (5, 16),
        (13, 2),
        (16, 13),
    }


def test_the_game_and_the_move_are_those_of_the_statement() -> None:
    assert shown("influence", "replay").numbers[16, 3] == 8
    before, after = figures("influence")["move-value"].diagrams
    assert (before.caption, after.caption) == ("situation(board) = −2.164764", "situation(board) = −8.665441")
    assert after.rows == (".O..", "O.O.", ".OX.", "....")
    assert after.last == (1, 2)


def test_the_area_is_that_of_the_score() -> None:
    given = shown("tromp-taylor", "area")
    score = area_score(diagram("/".join(given.rows)))
    for black, stone, points in ((True, "X", score.black), (False, "O", score.white)):
        owned = [held for held in given.territory.values() if held.black == black]
        assert len(owned) + sum(row.count(stone) for row in given.rows) == points
    assert given.caption == score.result == "W+6"


def test_boards_of_the_rules_are_marked_where_it_counts() -> None:
    assert shown("board9", "rule-1").marks == {(2, 2): MarkShape.TRIANGLE, (3, 2): MarkShape.TRIANGLE}
    assert set(shown("board9", "captures").marks) == {(1, 0), (4, 4), (6, 8)}
    assert set(shown("board9", "legal").marks) == {(0, 0), (0, 8)}
    examples = Examples(statement("board9"))
    assert shown("board9", "captures", 1).rows == tuple(examples.block("after").replace(" ", "").splitlines())
    marked, *legal = figures("board-control")["legal"].diagrams
    assert set(marked.marks) == {(1, 1), (1, 2), (3, 4), (3, 5)}
    told = Examples(statement("board-control"))
    assert [one.rows for one in legal] == [
        tuple(told.block(kind).replace(" ", "").splitlines()) for kind in ("legal", "mover-1", "mover-2")
    ]


# -- how they are made ----------------------------------------------------------------------


def test_a_lost_example_is_named() -> None:
    with pytest.raises(DataError) as caught:
        Examples("```board\n. .\n```\n").board_before("fast")
    told = "statement.en.md: no example fast\nFix: restore it, or change the figures with the statement"
    assert str(caught.value) == told
    with pytest.raises(DataError, match="no example board"):
        Examples("```fast\n1\n```\n").board_before("fast")


def test_describe_draws_anew_what_the_statement_shows(tmp_path: Path) -> None:
    copy = tmp_path / "board-control"
    shutil.copytree(CASES / "board-control", copy)
    (copy / FIGURES / "legal.png").unlink()
    (copy / FIGURES / "of-old.png").write_bytes(b"")
    text = copy / "statement" / "statement.en.md"
    text.write_text(text.read_text().replace("O X O X . .", "O X O X . O"))
    done = CliRunner().invoke(main, ["cases", "describe", str(copy), "--figures"], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    assert [path.name for path in (copy / FIGURES).iterdir()] == ["legal.png"]
    drawn = figures_of(copy)["legal"].diagrams[0]
    assert drawn.stone((1, 5)) == "O"
    assert list(check_files(load_package(copy))) == []
