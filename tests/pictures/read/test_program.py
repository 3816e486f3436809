"""The pictures of one program read together: one place, one style, colours by choice, a person's word."""

from __future__ import annotations

import pytest

from benchmarks.pictures.positions import put, swapped
from gograde.pictures import effort
from gograde.pictures.read import Lattice, Question, Reader, Reading, reasons
from tests.pictures.read.looks import Board, Look, painted, random_board
from tests.pictures.read.rows import ACCEPTED, DOUBTFUL, REJECTED, picture_of

BOARDS = tuple(random_board(seed) for seed in range(1, 5))
RED_AND_BLUE = Look(black="#d02020", white="#2030d0", rim=None)
WRONG = put(BOARDS[3], 4, 4, "O" if BOARDS[3][4][4] == "X" else "X")


def asked(look: Look, *boards: Board) -> list[Question]:
    return [Question(picture_of(painted(board, look)), board) for board in boards]


def used(reader: Reader, questions: list[Question]) -> tuple[list[Reading], int]:
    """The readings, and the steps that they took."""
    with effort.limited(effort.SUBMISSION) as left:
        readings = reader.read(questions)
    return list(readings), effort.SUBMISSION - left.left


def test_red_and_blue_are_black_and_white_where_all_pictures_agree() -> None:
    readings = Reader().read(asked(RED_AND_BLUE, *BOARDS))
    assert [one.verdict for one in readings] == [ACCEPTED] * 4
    exchanged = [Question(picture_of(painted(swapped(b), RED_AND_BLUE)), b) for b in BOARDS]
    assert [one.verdict for one in Reader().read(exchanged)] == [ACCEPTED] * 4


def test_a_stone_in_the_other_colour_is_seen_beside_pictures_that_agree() -> None:
    questions = asked(RED_AND_BLUE, *BOARDS[:3])
    wrong = Question(picture_of(painted(WRONG, RED_AND_BLUE)), BOARDS[3])
    verdicts = [one.verdict for one in Reader().read([*questions, wrong])]
    assert verdicts[:3] == [ACCEPTED] * 3
    assert verdicts[3] is not ACCEPTED


def test_one_picture_does_not_tell_which_of_red_and_blue_is_black() -> None:
    (reading,) = Reader().read(asked(RED_AND_BLUE, BOARDS[0]))
    assert (reading.verdict, reading.reason) == (DOUBTFUL, reasons.COLOURS)


def test_the_place_that_the_statement_names_is_read_without_a_search() -> None:
    look = Look(step=50, margin=50)
    published = {(500, 500): Lattice(9, 9, (50.0, 50.0), (50.0, 0.0), (0.0, 50.0))}
    (reading,), steps = used(Reader(published), asked(look, BOARDS[0]))
    assert reading.verdict is ACCEPTED
    assert steps < effort.SURVEY + effort.SEARCH
    assert used(Reader(), asked(look, BOARDS[0]))[1] >= effort.SURVEY + effort.SEARCH


def test_later_pictures_are_tried_where_the_first_had_its_board() -> None:
    questions = asked(Look(), *BOARDS)
    readings, steps = used(Reader(), questions)
    assert [one.verdict for one in readings] == [ACCEPTED] * 4
    assert steps < 2 * used(Reader(), questions[:1])[1] + 3 * effort.SURVEY


def test_a_board_elsewhere_in_a_later_picture_is_found() -> None:
    first, moved = (picture_of(painted(BOARDS[0], Look(margin=margin))) for margin in (40, 40))
    image = painted(BOARDS[1], Look(step=36, margin=56))
    later = picture_of(image.resize((first.width, first.height)))
    readings = Reader().read([Question(moved, BOARDS[0]), Question(later, BOARDS[1])])
    assert [one.verdict for one in readings] == [ACCEPTED] * 2


@pytest.mark.parametrize("paper", ["#101010", "#2b3a55"])
def test_light_discs_on_dark_paper_may_be_black(paper: str) -> None:
    look = Look(paper=paper, ink="#b0b0b0", rim="#c8c8c8")
    (reading,) = Reader().read([Question(picture_of(painted(swapped(BOARDS[0]), look)), BOARDS[0])])
    assert (reading.verdict, reading.reason) == (DOUBTFUL, reasons.COLOURS)
    (light,) = Reader().read([Question(picture_of(painted(swapped(BOARDS[0]), Look())), BOARDS[0])])
    assert light.verdict is REJECTED


def test_lines_without_stones_are_a_board_where_other_pictures_have_theirs() -> None:
    look, bare = Look(step=40, margin=40), ("." * 9,) * 9
    asked_bare = Question(picture_of(painted(bare, look)), bare)
    alone = Reader().read([asked_bare])[0]
    beside = Reader().read([*asked(look, *BOARDS), asked_bare])[-1]
    assert beside.verdict is ACCEPTED
    assert beside.scores["lies"] > alone.scores["lies"] + 1
