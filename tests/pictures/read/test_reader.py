"""Pictures are accepted when the board asked for explains them; another rejects at a known place alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random

import numpy as np
import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st
from PIL import Image, ImageDraw

from gograde.pictures import effort
from gograde.pictures.picture import Picture
from gograde.pictures.read.question import (
    Board,
    Difference,
    Example,
    PictureVerdict,
    Question,
    Reading,
    Reason,
    Rival,
    mirrored,
    points_in_words,
    shifted,
    swapped,
    transposed,
)
from gograde.pictures.read.question import (
    Look as Shown,
)
from gograde.pictures.read.reader import Reader, read_picture
from tests.pictures.read.boards import (
    BARE,
    COLOURS,
    LETTERS,
    LOOKS,
    Look,
    drawn,
    explains,
    painted,
    picture_of,
    put,
    random_board,
    random_look,
    wrong_boards,
)

ACCEPTED, REJECTED, DOUBTFUL = PictureVerdict.ACCEPTED, PictureVerdict.REJECTED, PictureVerdict.DOUBTFUL
BOARD = (
    ".........", "..X...O..", ".XOX.OX..", "..XOO.O..", ".....XX..", ".O.X.....", "..OX..OO.", ".....X...",
    "O.......X",
)  # fmt: skip
OTHERS = [random_board(seed) for seed in (1, 2, 3)]


def read(picture: Picture, board: Board, rivals: tuple[Rival, ...] = ()) -> Reading:
    return read_picture(Question(picture, board, rivals))


def in_run(picture: Picture, board: Board, rivals: tuple[Rival, ...] = ()) -> Reading:
    """The reading of a picture beside two right ones of its program."""
    beside = [Question(drawn(other), other) for other in OTHERS[:2]]
    return Reader().read([Question(picture, board, rivals), *beside])[0]


# -- what is decided --------------------------------------------------------------------------


@settings(max_examples=settings.default.max_examples // 6)  # type: ignore[union-attr]
@given(seed=st.integers(0, 2**32))
def test_wrong_boards_beside_right_ones_of_their_program_are_rejected(seed: int) -> None:
    rng = Random(seed)
    look, boards = random_look(rng), [random_board(rng.randrange(10**6)) for _ in range(3)]
    note(str(look))
    wrong = wrong_boards(boards[0], rng)
    shown = [*((one, boards[0]) for one in wrong), *((one, one) for one in boards[1:])]
    readings = Reader().read([Question(drawn(one, look), board) for one, board in shown])
    assert [one.verdict for one in readings] == [REJECTED] * len(wrong) + [ACCEPTED] * 2
    assert [one.board for one in readings[: len(wrong)]] == wrong


@pytest.mark.parametrize("name", list(LOOKS)[1::2])
def test_what_is_decided_is_what_a_slow_oracle_says(name: str) -> None:
    """The oracle knows where the points lie, and looks at single pixels; a wrong board alone waits."""
    look, rng = LOOKS[name], Random(name)
    board = random_board(rng.randrange(1000))
    for asked in (board, *wrong_boards(board, rng)):
        verdict = read(drawn(board, look), asked).verdict
        assert verdict is (ACCEPTED if explains(painted(board, look), look, asked) else DOUBTFUL)


@pytest.mark.parametrize(("rows", "cols"), [(5, 5), (7, 9), (13, 13), (19, 19)], ids=str)
def test_boards_of_any_size(rows: int, cols: int) -> None:
    board, look = random_board(4, rows, cols), Look(step=24)
    assert read(drawn(board, look), board).verdict is ACCEPTED
    assert read(drawn(mirrored(board), look), board).verdict is DOUBTFUL


def test_another_board_is_rejected_only_where_a_board_is_known_to_lie() -> None:
    wrong = put(put(BOARD, 0, 0, "X"), 2, 2, "X")
    alone = read(drawn(wrong), BOARD)
    assert (alone.verdict, alone.differences) == (DOUBTFUL, ())
    reading = in_run(drawn(wrong), BOARD)
    assert (reading.verdict, reading.board) == (REJECTED, wrong)
    assert reading.differences == (Difference(0, 0, ".", "X"), Difference(2, 2, "O", "X"))
    assert reading.reason == "row 0, column 0 is black, not empty; row 2, column 2 is black, not white"
    moved = drawn(wrong, Look(step=38, margin=48))
    assert (moved.width, moved.height) == (drawn(wrong).width, drawn(wrong).height)
    assert in_run(moved, BOARD).verdict is DOUBTFUL


def test_the_place_that_the_statement_names_is_known() -> None:
    wrong, picture = swapped(BOARD), drawn(swapped(BOARD))
    published = {((picture.width, picture.height), (9, 9)): (40, 40, 40, 40)}
    reading = Reader(published).read([Question(picture, BOARD)])[0]
    assert (reading.verdict, reading.board) == (REJECTED, wrong)
    assert reading.reason == "the picture shows the board with the colours swapped"
    assert Reader(published).read([Question(drawn(BOARD, BARE), BOARD)])[0].verdict is ACCEPTED
    assert Reader(published).read([Question(drawn(wrong, BARE), BOARD)])[0].verdict is DOUBTFUL


NAMED = {
    "the board transposed, rows and columns exchanged": transposed(BOARD),
    "the board mirrored, left and right exchanged": mirrored(BOARD),
    "the board mirrored, top and bottom exchanged": BOARD[::-1],
    "the board turned by half a turn": mirrored(BOARD)[::-1],
    "the board with the colours swapped": swapped(BOARD),
    "the board shifted right": shifted(BOARD, 0, 1),
    "the board shifted up": shifted(BOARD, -1, 0),
    "the board before the move": put(put(BOARD, 2, 4, "X"), 3, 3, "."),
}


@pytest.mark.parametrize("name", NAMED)
def test_known_wrong_boards_are_named(name: str) -> None:
    rivals = (Rival("the board before the move", NAMED["the board before the move"]),)
    reading = in_run(drawn(NAMED[name]), BOARD, rivals=rivals)
    assert (reading.verdict, reading.rival, reading.reason) == (REJECTED, name, f"the picture shows {name}")


# -- what is not explained --------------------------------------------------------------------


def crossed(pen: ImageDraw.ImageDraw) -> None:
    for x, y in ((40, 40), (200, 40)):
        pen.line((x - 15, y - 15, x + 15, y + 15), "red", 5)
        pen.line((x - 15, y + 15, x + 15, y - 15), "red", 5)


def discs(colour: str, *boxes: tuple[int, int, int]) -> Callable[[ImageDraw.ImageDraw], None]:
    """Draws discs: the middle and the radius of each."""

    def draw(pen: ImageDraw.ImageDraw) -> None:
        for x, y, half in boxes:
            pen.ellipse((x - half, y - half, x + half, y + half), colour)

    return draw


NOISE = Image.fromarray(np.random.default_rng(1).integers(0, 256, (401, 401, 3), np.uint8))
SPOILED: Mapping[str, Callable[[ImageDraw.ImageDraw], object]] = {
    "a stone between points": discs("black", (220, 60, 18)),
    "a stone beyond the lines": discs("black", (0, 360, 15)),
    "crosses where stones were": crossed,
    "pale stones where stones were": discs(
        "#c8a050", (40, 40, 18), (200, 40, 18), (320, 320, 18), (80, 200, 18)
    ),
    "a photograph": lambda pen: pen._image.paste(NOISE),
    "a stone too many in the colour of its neighbours": discs("white", (40, 40, 18)),
}
"""What no kind, line or little mark explains, on the right board or around it."""


@pytest.mark.parametrize("kind", SPOILED)
def test_what_is_not_explained_is_for_a_person(kind: str) -> None:
    image = painted(BOARD)
    SPOILED[kind](ImageDraw.Draw(image))
    reading = read(picture_of(image), BOARD)
    assert (reading.verdict, reading.differences, reading.rival) == (DOUBTFUL, (), None)
    assert reading.reason in {
        Reason.UNCLEAR, Reason.LEFT_OVER, Reason.BESIDE, Reason.NO_BOARD, Reason.NO_LATTICE,
    }  # fmt: skip


def test_little_marks_and_numbers_are_explained() -> None:
    image = painted(BOARD, LOOKS["pale paper"])
    pen = ImageDraw.Draw(image)
    pen.ellipse((116, 76, 124, 84), "red")  # on the black stone of row 1, column 2
    pen.text((240 + 40, 80), "7", "black", anchor="mm", font_size=16)
    assert read(picture_of(image), BOARD).verdict is ACCEPTED


def test_an_empty_board_is_known_by_its_lines_alone() -> None:
    empty = ("." * 9,) * 9
    assert read(drawn(empty), empty).verdict is ACCEPTED
    assert read(drawn(put(empty, 4, 4, "X")), empty).verdict is DOUBTFUL
    assert read(drawn(empty), put(empty, 4, 4, "X")).verdict is DOUBTFUL
    published = {((401, 401), (9, 9)): (40, 40, 40, 40)}
    blank = picture_of(Image.new("RGB", (401, 401), "white"))
    assert Reader(published).read([Question(blank, empty)])[0].verdict is DOUBTFUL


@pytest.mark.parametrize("look", [LETTERS, COLOURS], ids=["letters", "colours"])
def test_what_does_not_say_which_is_black_is_for_a_person(look: Look) -> None:
    readings = Reader().read([Question(drawn(board, look), board) for board in (BOARD, *OTHERS)])
    assert {(one.verdict, one.reason) for one in readings} == {(DOUBTFUL, Reason.COLOURS)}


def test_a_board_without_lines_may_lie_anywhere() -> None:
    assert read(drawn(shifted(BOARD, 0, 1), BARE), BOARD).verdict is DOUBTFUL


# -- a person's word --------------------------------------------------------------------------


def looked(look: Look, points: dict[str, tuple[int, int]]) -> Shown:
    return Shown((9, 9), (look.margin, look.step, look.margin, look.step), points)


def test_one_picture_that_a_person_accepts_is_the_style_of_its_program() -> None:
    """Equal pixels are accepted by the word itself; the others by the look of their points."""
    example = Example(drawn(BOARD, LETTERS), None, BOARD)
    right = [Question(drawn(board, LETTERS), board) for board in (BOARD, *OTHERS)]
    assert {one.verdict for one in Reader(examples=[example]).read(right)} == {ACCEPTED}
    wrong = [Question(drawn(swapped(board), LETTERS), board) for board in (BOARD, *OTHERS)]
    assert {one.verdict for one in Reader(examples=[example]).read(wrong)} == {REJECTED}


def test_a_lattice_and_a_point_of_each_kind_are_enough() -> None:
    shown = looked(LETTERS, {".": (0, 0), "X": (1, 2), "O": (1, 6)})
    example = Example(drawn(BOARD, LETTERS), shown, None)
    questions = [Question(drawn(board, LETTERS), board) for board in (BOARD, *OTHERS)]
    assert {one.verdict for one in Reader(examples=[example]).read(questions)} == {ACCEPTED}
    changed = put(OTHERS[0], 4, 4, "." if OTHERS[0][4][4] != "." else "X")
    reading = Reader(examples=[example]).read([Question(drawn(changed, LETTERS), OTHERS[0])])[0]
    assert (reading.verdict, reading.board) == (REJECTED, changed)


def test_a_word_about_boards_of_another_size_says_nothing() -> None:
    example = Example(drawn(BOARD), looked(Look(), {".": (0, 0)}), BOARD)
    small = random_board(1, 5, 5)
    asked = [Question(drawn(mirrored(small), LETTERS), small)]
    assert Reader(examples=[example]).read(asked) == Reader().read(asked)


# -- several boards, places, effort -----------------------------------------------------------


def beside(*images: Image.Image) -> Picture:
    wide = Image.new("RGB", (sum(image.width for image in images), max(image.height for image in images)))
    for number, image in enumerate(images):
        wide.paste(image, (number * image.width, 0))
    return picture_of(wide)


@pytest.mark.parametrize("name", list(LOOKS)[::3])
def test_a_board_that_would_be_accepted_is_told_beside_another(name: str) -> None:
    assert read(drawn(BOARD), BOARD).others == ()
    picture = beside(painted(OTHERS[0], LOOKS[name]), painted(BOARD))
    for board, other in (BOARD, OTHERS[0]), (OTHERS[0], BOARD):
        reading = read(picture, board)
        if reading.verdict is ACCEPTED:
            assert reading.others == (other,)
    assert read(picture, BOARD).verdict is ACCEPTED


def test_the_lattice_is_found_to_a_pixel_in_the_picture_s_own_pixels() -> None:
    for by in (1, 4):
        reading = read(picture_of(painted(BOARD).resize((401 * by, 401 * by))), BOARD)
        assert reading.verdict is ACCEPTED
        assert reading.place is not None
        x, right, y, down = reading.place
        assert (x + 8 * right, y + 8 * down) == pytest.approx((360 * by, 360 * by), abs=1.5 * by)


@pytest.mark.parametrize("board", [(), ("",), ("..", "."), ("ab",)])
def test_a_reference_that_is_no_board_is_our_mistake(board: Board) -> None:
    with pytest.raises(ValueError, match=r"a board is rows of equal length of the signs \. X O"):
        read(Picture(1, 1, b"\0\0\0"), board)


def test_the_same_pictures_always_read_the_same() -> None:
    asked = zip(OTHERS, (BOARD, *OTHERS[1:]), strict=True)
    questions = [Question(drawn(board), wrong) for board, wrong in asked]
    assert Reader().read(questions) == Reader().read(questions)


def test_points_in_words() -> None:
    wrong = [Difference(row, 0, ".", "X") for row in range(10)]
    words = [f"row {row}, column 0 is black, not empty" for row in range(3)]
    assert points_in_words(wrong[:1], 81) == "row 0, column 0 is black, not empty"
    assert points_in_words(wrong[:4], 81) == "; ".join([*words, "and 1 more point differs"])
    assert points_in_words(wrong[:9], 81) == "; ".join([*words, "and 6 more points differ"])
    assert points_in_words(wrong, 81) == "about 10 of 81 points are not as expected"


def test_steps_are_taken_until_none_is_left() -> None:
    effort.spend(10**9)  # without a limit there is none
    with effort.limited(3) as left:
        effort.spend_points(2 * effort.POINTS)
        assert left.left == 1
        effort.spend(1)
        with pytest.raises(effort.TooMuchEffortError):
            effort.spend(1)
        with pytest.raises(effort.TooMuchEffortError):
            effort.spend(0)
    assert [effort.share(runs) for runs in (0, 1, 4, 8)] == [25_000, 25_000, 25_000, 12_500]


def test_a_picture_beyond_the_steps_is_doubtful_and_those_before_it_are_read() -> None:
    looks = zip(OTHERS, LOOKS.values(), strict=False)
    questions = [Question(drawn(board, look), board) for board, look in looks]
    with effort.limited(effort.RUN) as left:
        Reader().read(questions[:1])
    used = effort.RUN - left.left
    assert effort.SURVEY + effort.SEARCH < used < 1000
    for _ in range(2):
        with effort.limited(used + 10):
            found = Reader().read(questions)
        assert [one.verdict for one in found] == [ACCEPTED, DOUBTFUL, DOUBTFUL]
        assert {one.reason for one in found[1:]} == {Reason.EFFORT}
