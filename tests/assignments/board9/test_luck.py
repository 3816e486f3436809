"""Several boards for one problem: a right one counts only in its place.

In these tests a picture is one board or several boards in a column, one pixel a point, read without doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from gograde.authoring.pictures.verdicts import (
    AMONG,
    BESIDE,
    ELSEWHERE,
    LATER,
    NOT_FOUND,
    TOO_MANY,
    UNNAMED,
    judge,
)
from gograde.codec import replace
from gograde.go.board import Board, diagram
from gograde.pictures.picture import Picture
from gograde.pictures.read.question import Board as Rows
from gograde.pictures.read.question import Difference, PictureVerdict, Question, Reading
from gograde.scoring.verdict import Outcome as Verdicted
from gograde.scoring.verdict import Verdict
from tests.assignments.board9.drawn import drawn
from tests.assignments.board9.test_picture_verdicts import LEVELS, SIGNS

TWO = diagram("O X . . . / . O . . . / . . . O . / . . . X O / . . . O .")
"""White captures at (0, 2) and at (3, 2)."""

BEFORE, AFTER = "OX... .O... ...O. ...XO ...O.", "O.O.. .O... ...O. ..O.O ...O."
FIRST, SECOND = "O.O.. .O... ...O. ...XO ...O.", "OX... .O... ...O. ..O.O ...O."
PLACED = "OXO.. .O... ...O. ..OXO ...O."
WRONG, WORSE = "OX..O .O... ...O. ...XO ...O.", "OX... .O..O ...O. ...XO ...O."

OTHER = diagram("X O . . . / O . . . . / . . . . . / . . . X . / . . X O .")
"""White captures nothing: the board stays as it is."""


def picture(shown: str) -> Picture:
    lines = shown.split()
    pixels = bytes(LEVELS[sign] for line in lines for sign in line for _ in range(3))
    return Picture(len(lines[0]), len(lines), pixels)


def read(questions: Sequence[Question]) -> list[Reading]:
    return [_read(question) for question in questions]


def _read(question: Question) -> Reading:
    wanted, wide = question.reference, question.picture.width
    signs = "".join(SIGNS[level] for level in question.picture.rgb[::3])
    lines = tuple(signs[start : start + wide] for start in range(0, len(signs), wide))
    boards = [lines[start : start + len(wanted)] for start in range(0, len(lines), len(wanted))]
    if wanted in boards:
        others = tuple(board for board in boards if board != wanted)
        return Reading(PictureVerdict.ACCEPTED, "", board=wanted, others=others)
    return Reading(PictureVerdict.REJECTED, "wrong", _differences(wanted, boards[0]), board=boards[0])


def _differences(wanted: Rows, seen: Rows) -> tuple[Difference, ...]:
    return tuple(
        Difference(r, c, a, b)
        for r, (line, other) in enumerate(zip(wanted, seen, strict=True))
        for c, (a, b) in enumerate(zip(line, other, strict=True))
        if a != b
    )


def outcome(shown: Sequence[str], own: Sequence[int] | None = None) -> Verdicted:
    """What the problem of `TWO` gets; the pictures are its own unless said otherwise."""
    return outcomes(shown, {"3": range(len(shown)) if own is None else own})["3"]


def outcomes(
    shown: Sequence[str], own: Mapping[str, Sequence[int]], boards: Mapping[str, Board] | None = None
) -> dict[str, Verdicted]:
    cases = [replace(drawn(board), problem=question) for question, board in (boards or {"3": TWO}).items()]
    found = judge(cases, [picture(one) for one in shown], own, read)
    return {case.problem: one.outcome for case, one in zip(cases, found, strict=True)}


def told(found: Verdicted) -> tuple[Verdict, str]:
    return found.verdict, found.message


# ---------------------------------------------------------------- pictures with the name of the problem


def test_stages_may_stand_anywhere_and_the_last_answer_counts() -> None:
    for shown in [
        [AFTER, BEFORE],
        [BEFORE, FIRST, AFTER],
        [BEFORE, PLACED, AFTER],
        [AFTER, PLACED, SECOND, BEFORE],
        [WRONG, AFTER],
        [WRONG, WORSE, AFTER, BEFORE],
    ]:
        assert outcome(shown).verdict is Verdict.AC


@pytest.mark.parametrize("shown", [[AFTER, WRONG], [WORSE, AFTER, WRONG, BEFORE], [AFTER, AFTER, WRONG]])
def test_a_later_answer_that_is_wrong_is_for_a_person(shown: list[str]) -> None:
    assert told(outcome(shown)) == (Verdict.RV, LATER)


def test_one_a_move_among_boards_of_moves_that_capture_nothing_is_for_a_person() -> None:
    assert told(outcome([WRONG, FIRST, WORSE, SECOND])) == (Verdict.RV, AMONG)
    assert outcome([BEFORE, FIRST, SECOND]).verdict is Verdict.AC


def test_every_point_tried_is_never_right() -> None:
    rows = BEFORE.split()
    tries = [
        " ".join([*rows[:r], row[:c] + "O" + row[c + 1 :], *rows[r + 1 :]])
        for r, row in enumerate(rows)
        for c, sign in enumerate(row)
        if sign == "."
    ]
    shown = [{0: FIRST, 13: SECOND}.get(number, one) for number, one in enumerate(tries)]
    assert outcome(shown).verdict is Verdict.RV
    assert outcome(shown, own=[]).verdict is Verdict.RV


# ---------------------------------------------------------------- several boards in one picture


@pytest.mark.parametrize("beside", [BEFORE, FIRST, PLACED])
def test_stages_beside_the_right_board(beside: str) -> None:
    assert outcome([f"{beside} {AFTER}"]).verdict is Verdict.AC


def test_another_board_beside_the_right_one_is_for_a_person() -> None:
    assert told(outcome([f"{AFTER} {WRONG}"])) == (Verdict.RV, BESIDE)
    assert told(outcome([f"{AFTER} {WRONG}"], own=[])) == (Verdict.RV, UNNAMED)


def test_a_figure_of_all_problems_is_right_for_each() -> None:
    boards = {"2": OTHER, "3": TWO}
    rows = " ".join(str(OTHER).replace(" ", "").splitlines())
    figure = f"{rows} {AFTER}"
    assert [one.verdict for one in outcomes([figure], {}, boards).values()] == [Verdict.AC, Verdict.AC]
    named = outcomes([figure], {"3": [0]}, boards)
    assert named["3"].verdict is Verdict.AC


# ---------------------------------------------------------------- pictures without a name


def test_each_problem_without_a_picture_is_allowed_one_wrong_try() -> None:
    boards = {"2": OTHER, "3": TWO}
    assert outcomes([AFTER, WRONG], {}, boards)["3"].verdict is Verdict.AC
    assert told(outcomes([AFTER, WRONG, WORSE], {}, boards)["3"]) == (Verdict.RV, UNNAMED)


def test_a_wrong_picture_with_the_name_and_a_right_one_without_is_for_a_person() -> None:
    assert told(outcome([WRONG, AFTER], own=[0])) == (Verdict.RV, ELSEWHERE)
    assert outcome([BEFORE, AFTER], own=[0]).verdict is Verdict.AC


def test_when_not_all_could_be_read_a_right_one_without_a_name_is_for_a_person() -> None:
    shown = [*[BEFORE] * 60, AFTER]
    assert told(outcome(shown, own=[])) == (Verdict.RV, TOO_MANY)


# ---------------------------------------------------------------- stages


def test_a_stage_is_as_it_was_or_as_it_will_be() -> None:
    for shown in [BEFORE, AFTER, FIRST, SECOND, PLACED]:
        assert drawn(TWO).is_stage(tuple(shown.split()))


@pytest.mark.parametrize("shown", [WRONG, WORSE, "X.... ..... ..... ..... .....", "O. .O"])
def test_any_other_board_is_no_stage(shown: str) -> None:
    assert not drawn(TWO).is_stage(tuple(shown.split()))


def test_the_boards_of_other_problems_are_known() -> None:
    seen: list[Question] = []

    def looking(questions: Sequence[Question]) -> list[Reading]:
        seen.extend(questions)
        return read(questions)

    cases = [replace(drawn(b), problem=q) for q, b in {"2": OTHER, "3": TWO}.items()]
    judge(cases, [picture(WRONG)], {"2": [0]}, looking)
    names = [rival.name for rival in seen[0].rivals]
    assert names[-2:] == ["the board of problem 3 after the moves", "the board of problem 3 before the moves"]
    assert seen[0].rivals[-2].board == tuple(AFTER.split())


# ---------------------------------------------------------------- problems that no picture is named for


def test_a_figure_of_several_boards_may_bear_the_name_of_one() -> None:
    boards = {"2": OTHER, "3": TWO}
    rows = " ".join(str(OTHER).replace(" ", "").splitlines())
    named = outcomes([f"{rows} {AFTER}"], {"2": [0]}, boards)
    assert [one.verdict for one in named.values()] == [Verdict.AC, Verdict.AC]


def test_a_board_that_is_missing_in_a_figure_of_several_is_for_a_person() -> None:
    third = diagram(". . . . . / . X O . . / . X O . . / . . . . . / . . . . .")
    boards = {"2": OTHER, "3": TWO, "4": third}
    rows = " ".join(str(OTHER).replace(" ", "").splitlines())
    assert told(outcomes([f"{rows} {AFTER}"], {}, boards)["4"]) == (Verdict.RV, NOT_FOUND)


def test_a_figure_of_several_boards_that_is_known_by_its_shapes_has_no_board_that_was_not_found() -> None:
    boards = {"2": OTHER, "3": TWO, "4": diagram(". . . . . / . X O . . / . X O . . / . . . . . / . . . . .")}
    rows = " ".join(str(OTHER).replace(" ", "").splitlines())
    two = f"{rows} {AFTER}"

    def exactly(questions: Sequence[Question]) -> list[Reading]:
        return [replace(reading, scores={"shapes": 1.0}) for reading in read(questions)]

    cases = [replace(drawn(b), problem=q) for q, b in boards.items()]
    assert [told(one.outcome) for one in judge(cases, [picture(two)], {}, exactly)][2] == (
        Verdict.RV,
        NOT_FOUND,
    )
    shown = [picture(two), picture(WRONG)]
    assert told(judge(cases, shown, {}, exactly)[2].outcome) == (
        Verdict.WA,
        "no picture shows the board of this problem; in the nearest one wrong",
    )
    assert judge(cases, shown, {}, read)[2].outcome.verdict is Verdict.RV


def test_wrong_boards_without_a_name_are_told_as_wrong() -> None:
    found = told(outcome([WRONG, WORSE], own=[]))
    assert found == (Verdict.WA, "no picture shows the board of this problem; in the nearest one wrong")
