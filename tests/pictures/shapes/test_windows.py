"""Boards from the shapes of windows: programs draw positions thrown at random, and these come out."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from gograde.grading.captured_files import captured_of
from gograde.pictures.picture import Picture
from gograde.pictures.read import PictureVerdict, Question, Reader, Rival, reasons
from tests.pictures.capture.run_program import drawings
from tests.pictures.shapes.campaign import outcomes
from tests.pictures.shapes.thrown import Rows, found, picture_of, thrown

TK_LOOKS = Path(__file__).parent / "tk_looks.py"

TURTLE_LOOKS = Path(__file__).parent / "turtle_looks.py"
TURTLE = ("dots", "circles", "walked", "stamps")

WRITTEN = ("letters", "initials", "signs", "coloured_signs", "chinese", "with_dots")
"""Ways of writing stones as texts that are read."""

READ = (
    "template", "dressed", "cells", "chequered", "squares", "repainted", "erased", "deleted", "numbered",
    "shaded", "hollow", "framed", "polygons", "coloured_cells", "labels", "label_discs", "buttons",
    "coloured_labels", *WRITTEN,
)  # fmt: skip
"""Ways of drawing one board that are read."""

LEFT = {
    "crossed": "a shape on the board is neither a line, a stone nor a mark",
    "digits": "which letters are black and which are white cannot be told",
    "three_letters": "the stones have more than two looks",
    "unknown_letters": "which letters are black and which are white cannot be told",
    "letters_over_letters": "signs lie on points without a stone",
    "letters_everywhere": "which letters are black and which are white cannot be told",
    "lone_letters": "which letters are black and which are white cannot be told",
    "crossed_ink": "which stones are black and which are white cannot be told from their colours",
    "signs_on_dark_paper": "which stones are black and which are white cannot be told from their colours",
    "red_and_blue": "which stones are black and which are white cannot be told from their colours",
    "white_on_white": "a disc has the colour of the ground",
    "strokes": "a shape on the board is neither a line, a stone nor a mark",
    "rings_around_dots": "the stones have more than two looks",
    "outlines": "the stones have more than two looks",
    "three_colours": "the stones have more than two looks",
    "tiny": "a shape on the board is neither a line, a stone nor a mark",
    "between": "a disc lies between the points or beyond the outer lines",
    "half_covered": "something covers a part of a stone",
    "one_more_line": "lines or shapes that may be a board of another size or kind",
}
"""Ways that shapes leave to the pixels, and why."""


MOST = 30
"""Windows of one program; the stand-in keeps forty."""


class Shown(NamedTuple):
    """A picture and the boards that its program drew on it."""

    picture: Picture
    boards: list[Rows]


@pytest.fixture(scope="module")
def shown(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Shown]:
    """A window of every way, with positions thrown at random."""
    rng = random.Random(request.config.option.hypothesis_seed)
    folder = tmp_path_factory.mktemp("shown")
    counts = dict.fromkeys((*READ, *LEFT), 1) | {"four": 4, "four_frames": 4, "beside": 2, "dark": 1}
    jobs = {way: [thrown(rng) for _ in range(count)] for way, count in counts.items()}
    every = list(jobs.items())
    shown = _shown(TK_LOOKS, every[:MOST], folder) | _shown(TK_LOOKS, every[MOST:], folder)
    return {way: Shown(picture, jobs[way]) for way, picture in shown.items()}


@pytest.fixture(scope="module")
def walked(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Shown]:
    """The same of turtle."""
    rng = random.Random(request.config.option.hypothesis_seed)
    boards = {way: thrown(rng) for way in TURTLE}
    shown = _shown(TURTLE_LOOKS, list(boards.items()), tmp_path_factory.mktemp("walked"))
    return {way: Shown(shown[way], [board]) for way, board in boards.items()}


def _shown(looks: Path, jobs: object, folder: Path) -> dict[str, Picture]:
    """The last window of each title."""
    program = folder / "program.py"
    program.write_text(f"import sys\nsys.argv[1:] = ['boards.json']\n{looks.read_text()}")
    (folder / "boards.json").write_text(json.dumps(jobs))
    files = {captured_of(name).title: data for name, data in drawings(program, folder).items()}
    return {way: picture_of(f"{way}.drawing", data) for way, data in files.items()}


@pytest.mark.parametrize("way", TURTLE)
def test_the_boards_that_turtles_walked_are_read(walked: Mapping[str, Shown], way: str) -> None:
    assert found(walked[way].picture) == (walked[way].boards, "")


@pytest.mark.parametrize("way", [*READ, "four", "four_frames", "beside"])
def test_the_boards_that_were_drawn_are_read(shown: Mapping[str, Shown], way: str) -> None:
    assert found(shown[way].picture) == (shown[way].boards, "")


@pytest.mark.parametrize(("way", "why"), LEFT.items())
def test_what_is_not_explained_is_left_to_the_pixels(shown: Mapping[str, Shown], way: str, why: str) -> None:
    assert found(shown[way].picture) == ([], why)


@pytest.mark.parametrize("way", READ)
def test_a_wrong_stone_is_named(shown: Mapping[str, Shown], way: str) -> None:
    picture, (board,) = shown[way]
    wrong = (*board[:8], "O.O......")
    (reading,) = Reader().read([Question(picture, wrong)])
    assert reading.verdict is PictureVerdict.REJECTED
    assert reading.reason == "row 8, column 0 is black, not white"
    assert reading.board == board and reading.scores == {"shapes": 1.0}


def test_letters_that_may_mean_the_other_colour_are_not_rejected(shown: Mapping[str, Shown]) -> None:
    picture, (board,) = shown["labels"]
    (reading,) = Reader().read([Question(picture, swapped(board))])
    assert reading.verdict is PictureVerdict.DOUBTFUL


def swapped(board: Rows) -> Rows:
    return tuple(row.translate(str.maketrans("XO", "OX")) for row in board)


def without_stones(board: Rows, sign: str) -> Rows:
    return tuple(row.replace(sign, ".") for row in board)


IMPOSTORS: Mapping[str, Callable[[Rows], Rows]] = {
    "the board before the move": lambda board: without_stones(board, "X"),
    "the board transposed, rows and columns exchanged": lambda board: tuple(
        "".join(line) for line in zip(*board, strict=True)
    ),
    "the board with the colours swapped": swapped,
    "the board mirrored, left and right exchanged": lambda board: tuple(row[::-1] for row in board),
}


@pytest.mark.parametrize("name", IMPOSTORS)
def test_a_board_that_is_often_drawn_instead_is_named(shown: Mapping[str, Shown], name: str) -> None:
    picture, (board,) = shown["dressed"]
    question = Question(picture, IMPOSTORS[name](board), (Rival("the board before the move", board),))
    if name != "the board before the move":
        question = replace(question, rivals=())
    (reading,) = Reader().read([question])
    assert (reading.verdict, reading.reason) == (PictureVerdict.REJECTED, f"the picture shows {name}")
    assert len(reading.differences) == sum(
        a != b for rows in zip(question.reference, board, strict=True) for a, b in zip(*rows, strict=True)
    )


def test_each_of_several_boards_is_accepted_beside_the_others(shown: Mapping[str, Shown]) -> None:
    picture, boards = shown["four"]
    readings = Reader().read([Question(picture, board) for board in boards])
    assert [reading.verdict for reading in readings] == [PictureVerdict.ACCEPTED] * 4
    assert readings[1].others == (boards[0], *boards[2:])
    assert readings[0].lattice is not None and readings[0].lattice.right == (30.0, 0.0)


def test_light_discs_for_black_on_dark_paper_wait_for_a_person(shown: Mapping[str, Shown]) -> None:
    picture, (board,) = shown["dark"]
    (reading,) = Reader().read([Question(picture, board)])
    assert (reading.verdict, reading.reason) == (PictureVerdict.DOUBTFUL, reasons.COLOURS)
    (other,) = Reader().read([Question(picture, swapped(board))])
    assert other.verdict is PictureVerdict.ACCEPTED


@pytest.mark.parametrize("way", WRITTEN)
def test_letters_for_the_other_colour_wait_for_a_person(shown: Mapping[str, Shown], way: str) -> None:
    picture, (board,) = shown[way]
    (reading,) = Reader().read([Question(picture, swapped(board))])
    told = (PictureVerdict.REJECTED, "the picture shows the board with the colours swapped")
    doubt = (PictureVerdict.DOUBTFUL, reasons.COLOURS)
    assert (reading.verdict, reading.reason) == (told if way == "coloured_signs" else doubt)


def test_without_shapes_of_its_own_a_picture_is_read_by_its_pixels(shown: Mapping[str, Shown]) -> None:
    picture, (board,) = shown["template"]
    other = shown["dressed"].picture
    for shapes in (b"", b"{", other.shapes):
        (reading,) = Reader().read([Question(replace(picture, shapes=shapes), board)])
        assert reading.verdict is PictureVerdict.ACCEPTED
        assert "shapes" not in reading.scores


def test_windows_thrown_at_random_show_what_was_drawn_or_nothing(
    request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    told = outcomes(int(request.config.option.hypothesis_seed), 30, tmp_path)
    assert told["right"] > 0 and sum(told.values()) == 30
    assert not [what for what in told if what.startswith("wrong")]


@pytest.mark.parametrize("way", ["template", "cells"])
def test_pixels_say_the_same(shown: Mapping[str, Shown], way: str) -> None:
    picture, boards = shown[way]
    pixels = replace(picture, shapes=b"")
    wrong = (*boards[0][:8], "O.O......")
    assert Reader().read([Question(pixels, boards[0])])[0].verdict is PictureVerdict.ACCEPTED
    assert Reader().read([Question(pixels, wrong)])[0].verdict is not PictureVerdict.ACCEPTED
