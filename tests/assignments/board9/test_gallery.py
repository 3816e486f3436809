"""Pictures of a run, drawn with Pillow and read back, compared with the answers in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from PIL import Image, ImageDraw

from gograde.assignments.board9.assignment import ASSIGNMENT as BOARD9
from gograde.assignments.board9.author import fast_answer
from gograde.authoring.pictures.board_pictures import LOOKED_AT, PRINTED, prints_boards
from gograde.core.assignment import Batch, Case, ExampleFact, Facts, PictureFact
from gograde.core.record import TestScore, Visibility
from gograde.core.sighting import Sighting, sighting_of
from gograde.core.verdict import Verdict
from gograde.go import diagram, write_coordinates
from gograde.package.config import AssignmentConfig
from gograde.package.yaml_files import parse_model
from gograde.pictures.picture import Picture, png, read_png
from gograde.pictures.read import question, reader

CONFIG = """
schema: gograde/assignment/v1
id: board9
version: 1.0.0
title: {en: Small}
contract: {kind: files, entries: [board9.py], languages: [python], pictures: {patterns: ["*.png"]}}
board: {rows: 9, cols: 9}
groups:
  - {name: capture, questions: ["1", "2", "3", "4"], weight: 2}
  - {name: picture, questions: ["1", "2", "3", "4"], answer: picture, weight: 1}
"""
BOARD = diagram("""
    O X . . O X X . X
    . O . O X X O O O
    . . X . O O . . .
    . X O . . . X X .
    . . X . . X O O X
    O . . . . . X O X
    X O . . O . . X .
    O . . O X O . . .
    . . . . . . . . O
""")
"""White captures at (0, 2), (0, 7) and (8, 4); black, whose move it is not, at (3, 3) and elsewhere."""

ANSWER = fast_answer("3", BOARD)
AFTER = tuple(ANSWER["board"])
BEFORE = tuple(row.replace(" ", "") for row in str(BOARD).splitlines())


def drawn(rows: tuple[str, ...], step: int = 50) -> bytes:
    """A plain picture of a board, as a PNG of our own making."""
    image = Image.new("RGB", (step * (len(rows[0]) + 1), step * (len(rows) + 1)), "#F7DCB4")
    pen = ImageDraw.Draw(image)
    for line in range(1, len(rows) + 1):
        pen.line((step, step * line, step * len(rows), step * line), fill="black")
        pen.line((step * line, step, step * line, step * len(rows)), fill="black")
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            x, y, half = step * (c + 1), step * (r + 1), step * 2 // 5
            if sign != ".":
                fill = "black" if sign == "X" else "white"
                pen.ellipse((x - half, y - half, x + half, y + half), fill=fill, outline="black")
    return png(Picture(image.width, image.height, image.tobytes()))


def score(pictures: Mapping[str, bytes], by_person: bool = False, **more: object) -> TestScore:
    """What problem 3 gets for its picture when a run leaves these."""
    config = CONFIG.replace("answer: picture", "answer: picture, scored: by-person") if by_person else CONFIG
    cases = [Case(q, q, write_coordinates(BOARD).encode(), fast_answer(q, BOARD)) for q in "1234"]
    shown = tuple(PictureFact(name, png=data) for name, data in pictures.items())
    values: dict[str, object] = {"stdout": b"", "stderr": b"", "message": "", "pictures": shown, **more}
    facts = Facts(verdict=Verdict.AC, **values)  # type: ignore[arg-type]
    read = parse_model(config.encode(), "assignment.yaml", AssignmentConfig)
    tests = BOARD9.score(Batch("01", tuple(cases), False), facts, read.marking, Visibility.HIDDEN)
    return {test.name: test for test in tests}["01/3 picture"]


def test_the_board_has_three_captures() -> None:
    assert ANSWER["points"] == [[0, 2], [0, 7], [8, 4]]
    assert AFTER[0] == "O.O.O..O."


def test_a_right_picture_gets_its_point_and_tells_where_it_was_read() -> None:
    test = score({"train_3.png": drawn(AFTER)})
    assert (test.verdict, test.points, test.cause and test.cause.expected) == (Verdict.AC, 1, list(AFTER))
    (reading,) = test.readings
    assert (reading.picture, reading.outcome, reading.board) == ("train_3.png", "accepted", AFTER)
    assert reading.lattice is not None
    assert reading.lattice == pytest.approx((50, 50, 50, 50), abs=1.5)


def test_a_picture_of_the_board_before_is_told() -> None:
    test = score({"train_3.png": drawn(BEFORE)})
    assert (test.verdict, test.points) == (Verdict.WA, 0)
    assert test.message == "the picture shows the board before the moves (train_3.png)"


def test_a_wrong_point_is_told_and_placed() -> None:
    rows = (AFTER[0], AFTER[1].replace("O", ".", 1), *AFTER[2:])
    test = score({"before_3.png": drawn(BEFORE), "problem_3_after.png": drawn(rows)})
    assert test.verdict is Verdict.WA
    (reading,) = test.readings
    assert [(p.row, p.col, p.expected, p.seen) for p in reading.wrong] == [(1, 1, "O", ".")]
    assert reading.picture == "problem_3_after.png"


def test_the_reader_is_told_what_a_person_saw(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told: list[Sequence[question.Example]] = []

    class Told(reader.Reader):
        def __init__(self, published: object, examples: Sequence[question.Example]) -> None:
            told.append(examples)
            super().__init__(None, examples)

    monkeypatch.setattr(reader, "Reader", Told)
    cell = f"{'0' * 64} board={'/'.join(BEFORE)} lattice=9x9,40,40,40,40 points=.1,0;X2,3"
    seen = ExampleFact(drawn(BEFORE), sighting_of(cell)), ExampleFact(drawn(AFTER), Sighting("1" * 64, AFTER))
    assert score({"train_3.png": drawn(AFTER)}, examples=seen).verdict is Verdict.AC
    look = question.Look((9, 9), (40, 40, 40, 40), {".": (1, 0), "X": (2, 3)})
    shown, accepted = (read_png(drawn(board)) for board in (BEFORE, AFTER))
    assert told == [[question.Example(shown, look, BEFORE), question.Example(accepted, None, AFTER)]]


def test_without_a_picture_nothing_is_earned() -> None:
    test = score({})
    assert (test.verdict, test.points, test.message) == (Verdict.NO, 0, "no picture of this problem")


def test_a_picture_that_could_not_be_read_waits() -> None:
    test = score({}, unread={"train_3.png": "it is cut off"})
    assert (test.verdict, test.points) == (Verdict.RV, None)
    assert test.message == "train_3.png was not read: it is cut off"


def test_boards_that_are_printed_wait() -> None:
    printed = "\n".join(["Problem 3", *AFTER]).encode()
    assert score({}, stdout=printed).message == PRINTED
    spaced = "\n".join(" ".join(row) for row in AFTER).encode()
    assert prints_boards(spaced, 9, 9)
    assert not prints_boards("\n".join(AFTER[:8]).encode(), 9, 9)
    assert not prints_boards(b"Problem 3: forward on step:[(2, 3), (4, 6)]\n" * 20, 9, 9)


def test_a_person_decides_where_the_package_says_so() -> None:
    test = score({"train_3.png": drawn(AFTER)}, by_person=True)
    assert (test.verdict, test.message) == (Verdict.RV, LOOKED_AT)


def test_our_own_png_is_read_back() -> None:
    data = drawn(AFTER)
    picture = read_png(data)
    assert (picture.width, picture.height, png(picture)) == (500, 500, data)
    with pytest.raises(ValueError, match="own making"):
        read_png(data.replace(b"\x08\x02\x00\x00\x00", b"\x08\x06\x00\x00\x00"))
