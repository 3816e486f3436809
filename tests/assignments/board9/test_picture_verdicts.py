"""The pictures that count for a problem; here a picture is a board, one pixel a point."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from gograde.authoring.pictures.to_draw import BEFORE, ToDraw
from gograde.authoring.pictures.verdicts import MOST_READ, Judged, judge
from gograde.codec import replace
from gograde.go.board import Board, diagram
from gograde.pictures.picture import Picture
from gograde.pictures.read.question import Difference, PictureVerdict, Question, Reading, Reason
from gograde.scoring.verdict import Verdict
from tests.assignments.board9.drawn import drawn

LEVELS = {".": 128, "X": 0, "O": 255}
SIGNS = {level: sign for sign, level in LEVELS.items()}

TWO = diagram("O X . . . / . O . . . / . . . O . / . . . X O / . . . O .")
"""White captures at (0, 2) and at (3, 2)."""


def shown(rows: str) -> Picture:
    """A picture of a board, or of nothing that can be read."""
    lines = rows.split()
    if rows == "?":
        return Picture(1, 1, bytes(3))
    pixels = bytes(LEVELS[sign] for line in lines for sign in line for _ in range(3))
    return Picture(len(lines[0]), len(lines), pixels)


def text(board: Board) -> str:
    return " ".join(line.replace(" ", "") for line in str(board).splitlines())


def read(questions: Sequence[Question]) -> list[Reading]:
    return [_read(question) for question in questions]


def _read(question: Question) -> Reading:
    picture, wide = question.picture, question.picture.width
    signs = "".join(SIGNS[level] for level in picture.rgb[::3])
    board = tuple(signs[start : start + wide] for start in range(0, len(signs), wide))
    if wide == 1:
        return Reading(PictureVerdict.DOUBTFUL, "no board found")
    if board == question.reference:
        return Reading(PictureVerdict.ACCEPTED, "", board=board)
    wrong = tuple(
        Difference(r, c, a, b)
        for r, (wanted, seen) in enumerate(zip(question.reference, board, strict=True))
        for c, (a, b) in enumerate(zip(wanted, seen, strict=True))
        if a != b
    )
    rival = next((rival.name for rival in question.rivals if rival.board == board), None)
    reason = f"the picture shows {rival}" if rival else f"{len(wrong)} points differ"
    return Reading(PictureVerdict.REJECTED, reason, wrong, rival, board)


def case(board: Board, question: str = "3") -> ToDraw:
    return replace(drawn(board), problem=question)


def judged(boards: Sequence[str], own: Sequence[int] | None = None, board: Board = TWO) -> Judged:
    """One case; the pictures belong to it unless said otherwise."""
    numbers = range(len(boards)) if own is None else own
    return judge([case(board)], [shown(rows) for rows in boards], {"3": numbers}, read)[0]


BEFORE_TWO, AFTER_TWO = "OX... .O... ...O. ...XO ...O.", "O.O.. .O... ...O. ..O.O ...O."
FIRST, SECOND = "O.O.. .O... ...O. ...XO ...O.", "OX... .O... ...O. ..O.O ...O."


def test_the_boards_of_two_captures_are_these() -> None:
    found = case(TWO)
    assert found.wanted == (tuple(AFTER_TWO.split()),)
    assert found.moves == (
        (tuple(FIRST.split()), tuple(SECOND.split())),
        (tuple(FIRST.split()), tuple(AFTER_TWO.split())),
    )
    assert [(rival.name, " ".join(rival.board)) for rival in found.known_wrong] == [
        (BEFORE, BEFORE_TWO),
        ("the moves without their captures", "OXO.. .O... ...O. ..OXO ...O."),
        ("the captures without the stones that make them", "O.... .O... ...O. ....O ...O."),
        ("the first capture alone", FIRST),
    ]


def test_right_is_one_picture_of_all_or_one_a_move() -> None:
    for boards in [
        [AFTER_TWO],
        [BEFORE_TWO, AFTER_TWO],
        [AFTER_TWO, BEFORE_TWO],
        [BEFORE_TWO, FIRST, SECOND],
        ["?", FIRST, "?", SECOND],
        [FIRST, AFTER_TWO],
    ]:
        assert judged(boards).outcome.verdict is Verdict.AC


@pytest.mark.parametrize(
    ("boards", "message"),
    [([BEFORE_TWO], f"the picture shows {BEFORE}"),
     ([BEFORE_TWO, FIRST], "the picture shows the first capture alone"),
     ([BEFORE_TWO, SECOND], "2 points differ"),
     ([BEFORE_TWO, "O.O.. .O... ...O. ..O.O ....."], "1 points differ")],
)  # fmt: skip
def test_wrong_says_what_the_picture_shows(boards: list[str], message: str) -> None:
    result = judged(boards)
    assert (result.outcome.verdict, result.outcome.message) == (Verdict.WA, message)
    assert [number for number, _ in result.readings] == [len(boards) - 1]


def test_a_doubtful_picture_is_never_failed() -> None:
    assert judged(["?"]).outcome.verdict is Verdict.RV
    assert judged([BEFORE_TWO, "?"]).outcome.verdict is Verdict.RV
    assert judged([FIRST, "?"]).outcome.message == "no board found"


def test_a_picture_without_a_name_is_tried_for_every_problem() -> None:
    assert judged([AFTER_TWO], own=[]).outcome.verdict is Verdict.AC
    assert judged([BEFORE_TWO], own=[]).outcome.verdict is Verdict.NO
    doubtful = judged(["?"], own=[]).outcome
    assert doubtful.verdict is Verdict.RV
    assert doubtful.message == "no picture has the name of this problem, and one was not read: no board found"


def test_a_picture_that_belongs_to_another_problem_does_not_count() -> None:
    cases = [case(TWO, "1"), case(TWO, "3")]
    first, third = judge(cases, [shown(AFTER_TWO)], {"1": [0]}, read)
    assert (first.outcome.verdict, third.outcome.verdict) == (Verdict.AC, Verdict.NO)


def test_right_boards_under_the_numbers_of_other_problems_are_for_a_person() -> None:
    """As of files that are numbered from 0, or from 2: 2 is nobody's, or 1 has no picture."""
    one = diagram("O X . . . / . O . . . / . . . . . / . . . . . / . . . . .")
    cases, after = [case(TWO, "1"), case(one, "2")], "O.O.. .O... ..... ..... ....."
    assert case(one).wanted == (tuple(after.split()),)
    for named in ({"1": [1], "2": [0]}, {"2": [0]}):
        found = judge(cases, [shown(AFTER_TWO), shown(after)], named, read)
        assert not {Verdict.WA, Verdict.NO} & {each.outcome.verdict for each in found}
    same = judge(cases, [shown(AFTER_TWO), shown(AFTER_TWO)], {"1": [0], "2": [1]}, read)
    assert [each.outcome.verdict for each in same] == [Verdict.AC, Verdict.WA]


def test_a_board_without_captures_is_drawn_as_it_is() -> None:
    empty = Board.empty(5)
    assert case(empty).known_wrong == ()
    assert judged([text(empty)], board=empty).outcome.verdict is Verdict.AC


def test_both_readings_of_two_chains_with_shared_liberties_are_right() -> None:
    board = diagram("X . X . X / O O O O O / . . . . . / . . . . . / . . . . .")
    rest = ["OOOOO", ".....", ".....", "....."]
    assert case(board).wanted == ((".O.O.", *rest), (".OXO.", *rest))
    for row in (".O.O.", ".OXO."):
        assert judged([" ".join([row, *rest])], board=board).outcome.verdict is Verdict.AC
    assert judged([" ".join(["XOXOX", *rest])], board=board).outcome.verdict is Verdict.WA


def test_no_more_than_so_many_are_read() -> None:
    calls: list[int] = []

    def counting(questions: Sequence[Question]) -> list[Reading]:
        calls.append(len(questions))
        return read(questions)

    pictures = [shown(BEFORE_TWO)] * 100
    result = judge([case(TWO)], pictures, {"3": range(100)}, counting)[0]
    assert sum(calls) == MOST_READ
    assert result.outcome.verdict is Verdict.RV
    assert result.outcome.message == "there are too many pictures to read them all"


# -- when reading ends at its limit of effort -----------------------------------------------


def cut_short(boards: Sequence[str], own: Sequence[int], after: int) -> Judged:
    """One case whose pictures are read until so many are."""
    left = [after]

    def reader(questions: Sequence[Question]) -> list[Reading]:
        found = []
        for question in questions:
            left[0] -= 1
            found.append(_read(question) if left[0] >= 0 else Reading(PictureVerdict.DOUBTFUL, Reason.EFFORT))
        return found

    return judge([case(TWO)], [shown(rows) for rows in boards], {"3": own}, reader)[0]


def test_a_picture_that_was_not_read_any_more_waits_for_a_person() -> None:
    for boards, own, after, verdict in [
        ([BEFORE_TWO, AFTER_TWO], [0, 1], 1, Verdict.AC),  # the last picture counts, and was read
        ([AFTER_TWO, BEFORE_TWO], [0, 1], 1, Verdict.RV),
        ([AFTER_TWO], [0], 0, Verdict.RV),
        ([AFTER_TWO, BEFORE_TWO], [], 1, Verdict.RV),
        ([FIRST, SECOND, "?"], [0, 1, 2], 9, Verdict.AC),
        ([FIRST, SECOND, "?"], [0, 1, 2], 8, Verdict.RV),
    ]:
        found = cut_short(boards, own, after).outcome
        assert found.verdict is verdict
        assert found.message == ("" if verdict is Verdict.AC else Reason.EFFORT)
