"""What a package asks to be drawn, and what its pictures get; boards of four points."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gograde.authoring.pictures.board_pictures import (
    KNOWN_MISTAKE,
    AskedPicture,
    BoardPictures,
    ScoredPicture,
)
from gograde.authoring.pictures.places import Problems, match_pictures
from gograde.authoring.pictures.to_draw import BEFORE, ToDraw
from gograde.authoring.scoring import CaseScorer, hints_by
from gograde.authoring.spec import Mistake, Rubric
from gograde.core.assignment import Batch, Case, Facts, PictureFact
from gograde.core.marking import Marking, QuestionGroup
from gograde.core.record import PictureReading, TestScore, Visibility
from gograde.core.values import score_text
from gograde.core.verdict import RIGHT, Verdict, wrong
from gograde.errors import DataError
from gograde.pictures.read.question import Rival
from tests.golden import values_agree

CASE = Case("move-1", "move", b"X. ..", "X. .O")
GROUP = QuestionGroup(name="look", questions=("move",), weight=3, answer="picture")
TEXTS = QuestionGroup(name="say", questions=("move",), weight=1)
BATCH = Batch("01", (CASE,), public=False)


def rows(text: str) -> tuple[str, ...]:
    return tuple(text.split())


def to_draw(question: str, value: Any, answer: Any) -> ToDraw:
    rivals = (Rival("the stone in the wrong corner", rows("XO ..")),)
    return ToDraw((rows(answer),), rows(value.decode()), rivals=rivals)


def raises(question: str, value: Any) -> Any:
    raise IndexError


def mistake(name: str, answer: str | Callable[[str, Any], Any]) -> Mistake:
    told = (lambda question, value: answer) if isinstance(answer, str) else answer
    return Mistake(name, f"It {name}.", told)


def asked(*mistakes: Mistake) -> AskedPicture:
    return BoardPictures(to_draw).question(
        CASE, GROUP, CASE.input, hints_by(mistakes, CASE.question, CASE.input)
    )


def test_the_boards_of_known_mistakes_are_rivals() -> None:
    found = asked(
        mistake("recolours", "X. .X"),
        mistake("is right here", "X. .O"),
        mistake("draws the rival", "XO .."),
        mistake("draws another size", "X.O"),
        mistake("says no board", "no"),
        mistake("crashes", raises),
    ).to_draw
    assert (found.problem, found.wanted) == ("move-1", (rows("X. .O"),))
    assert [(rival.name, " ".join(rival.board)) for rival in found.known_wrong] == [
        (BEFORE, "X. .."),
        ("the stone in the wrong corner", "XO .."),
        (KNOWN_MISTAKE, "X. .X"),
    ]


def scored(board: str) -> ScoredPicture:
    reading = PictureReading(picture="window 1", outcome="rejected", reason="wrong", board=rows(board))
    return ScoredPicture(wrong("wrong"), (reading,))


def made(case: Case, group: QuestionGroup, outcome: object) -> TestScore:
    return TestScore(
        name=f"01/{case.id}", group=group.name, batch="01", verdict=Verdict.WA, points=0, max_points=3,
        visibility=Visibility.HIDDEN,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("names", "board", "help"),
    [
        (["recolours"], "X. .X", "It recolours."),
        (["recolours"] * 2, "X. .X", "It recolours."),
        (["recolours", "paints"], "X. .X", ""),
        (["recolours"], "XO .O", ""),
    ],
)
def test_who_draws_the_board_of_one_mistake_reads_its_help(names: list[str], board: str, help: str) -> None:
    test = asked(*(mistake(name, "X. .X") for name in names)).test(scored(board), made)
    assert (test.name, test.answer) == ("01/move-1 picture", "picture")
    assert test.cause is not None
    assert (test.cause.expected, test.cause.help) == (["X.", ".O"], help)


def test_a_right_picture_has_no_help() -> None:
    test = asked(mistake("recolours", "X. .X")).test(ScoredPicture(RIGHT), made)
    assert test.cause is not None and test.cause.help == ""


# -- texts and pictures of one question -----------------------------------------------------


def given(facts: Facts, pictures: BoardPictures | None) -> list[tuple[str, str, float | None]]:
    rubric = Rubric(judge=score_text, board=lambda value: None, pictures=pictures)
    scorer = CaseScorer(BATCH, rubric, Visibility.HIDDEN, {CASE.id: CASE.input}, str)
    found = scorer.tests(facts, {}, Marking("m", None, (TEXTS, GROUP), None, {}))
    return [(test.name, test.verdict.value, test.points) for test in found]


def test_an_unread_picture_waits() -> None:
    facts = Facts(Verdict.AC, "", b"", b"", unread={"a.png": "it is cut off"})
    assert given(facts, BoardPictures(to_draw))[1] == ("01/move-1 picture", "RV", None)


def test_a_group_of_pictures_needs_a_spec_with_pictures() -> None:
    with pytest.raises(DataError) as told:
        given(Facts(Verdict.AC, "", b"", b""), None)
    assert str(told.value) == (
        "assignment.yaml: groups: a group asks for pictures, and the Spec has none\n"
        "Fix: give it pictures=BoardPictures(…), as docs/new-assignment.md shows"
    )


# -- faults of who wrote the assignment -----------------------------------------------------


def test_boards_that_cannot_be_asked_for_and_names_of_problems() -> None:
    values_agree(
        "authoring/drawn.txt",
        ToDraw=ToDraw,
        rows=rows,
        told=told,
        Problems=Problems,
        given=given,
        Facts=Facts,
        BoardPictures=BoardPictures,
        to_draw=to_draw,
        Verdict=Verdict,
    )


def test_a_stage_is_as_it_was_or_as_it_will_be() -> None:
    one = ToDraw((rows("X. .O"),), rows("X. .."))
    assert one.is_stage(rows("X. .O")) and one.is_stage(rows("X. .."))
    assert not one.is_stage(rows("XX .O"))
    assert not ToDraw((rows("X. .O"),)).is_stage(rows("X. .."))


# -- the problem to which a picture belongs, for problems of other numbers than those of board9 --


def told(problems: Problems, *names: str) -> dict[str, list[str]]:
    matched = match_pictures([PictureFact(name) for name in names], problems)
    found = {problem: [one.name for one in ones] for problem, ones in matched.by_problem.items()}
    return found | ({"left": [one.name for one in matched.left]} if matched.left else {})


def test_names_without_numbers_are_told_apart_by_their_order() -> None:
    names = ["a.png", "b.png", "c.png", "d.png"]
    assert told(Problems(["left", "right"]), *names) == {"left": names[:2], "right": names[2:]}
    assert told(Problems(["left", "right"]), "a.png") == {"left": ["a.png"]}


def test_rows_of_an_assignment_come_first() -> None:
    problems = Problems(["1", "2"], {2: ["2", None]})
    assert told(problems, "a.png", "b.png") == {"2": ["a.png"], "left": ["b.png"]}


def test_every_picture_belongs_to_the_only_problem() -> None:
    names = ["Problem 7.png", "after.png"]
    assert told(Problems(["move-1"]), *names) == {"move-1": names}
