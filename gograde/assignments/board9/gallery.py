"""Judges the pictures of a run: one outcome for each problem."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from gograde.assignments.board9.batch import points_of
from gograde.assignments.board9.picture_places import Matched, match_pictures
from gograde.assignments.board9.picture_verdicts import NO_PICTURE, Asked, Judged, asked, judge
from gograde.authoring.assignment import Case, Facts, PictureFact
from gograde.go.board import Board
from gograde.pictures.picture import read_png
from gograde.pictures.read import Reader
from gograde.pictures.read import question as model
from gograde.scoring.outcome import Outcome
from gograde.scoring.scored_test import Reading, WrongPoint
from gograde.scoring.verdict import Verdict

LOOKED_AT = "a person must look at the picture"
PRINTED = "boards are printed, none is drawn: a person must look"
FEW_SIGNS = 10
"""The most different characters in a row of a printed board, blanks not counted."""


@dataclass(frozen=True)
class Scored:
    """The outcome of a problem's picture, and the readings behind it."""

    outcome: Outcome
    readings: tuple[Reading, ...] = ()
    has_picture: bool = True


def judge_run(
    facts: Facts, cases: Sequence[Case], boards: Sequence[Board], by_person: Sequence[str]
) -> dict[str, Scored]:
    """The outcome of every question; the pictures of the questions `by_person` wait for a person."""
    if not facts.pictures:
        missing = _without_picture(Scored(Outcome(Verdict.NO, NO_PICTURE), has_picture=False), facts, boards)
        return {case.question: missing for case in cases}
    matched = match_pictures(facts.pictures)
    questions = [
        asked(case.question, board, sorted(points_of(case.answer)))
        for case, board in zip(cases, boards, strict=True)
    ]
    judged = _judged(facts, questions, matched, by_person)
    return {
        question.question: _without_picture(one, facts, boards) if not one.has_picture else one
        for question, one in zip(questions, judged, strict=True)
    }


def _judged(
    facts: Facts, questions: Sequence[Asked], matched: Matched[PictureFact], by_person: Sequence[str]
) -> list[Scored]:
    place = {id(fact): number for number, fact in enumerate(facts.pictures)}
    named = {question: [place[id(one)] for one in ones] for question, ones in matched.by_question.items()}
    read = [question for question in questions if question.question not in by_person]
    pictures = [replace(read_png(fact.png), shapes=fact.shapes) for fact in facts.pictures] if read else []
    found = dict(
        zip((one.question for one in read), judge(read, pictures, named, Reader().read), strict=True)
    )
    waits = Scored(Outcome(Verdict.RV, LOOKED_AT))
    return [
        _scored(found[one.question], facts.pictures) if one.question in found else waits for one in questions
    ]


def _scored(judged: Judged, pictures: Sequence[PictureFact]) -> Scored:
    readings = (_reading(pictures[number].name, reading) for number, reading in judged.readings)
    return Scored(judged.outcome, tuple(readings), judged.has_picture)


def _reading(name: str, reading: model.Reading) -> Reading:
    lattice = reading.lattice
    place = (*lattice.origin, *lattice.right, *lattice.down) if lattice else None
    return Reading(
        picture=name,
        outcome=reading.verdict.value,
        reason=reading.reason,
        rival=reading.rival,
        lattice=place,
        wrong=tuple(
            WrongPoint(row=one.row, col=one.col, expected=one.expected, seen=one.seen)
            for one in reading.differences
        ),
        board=reading.board,
        scores={key: round(float(value), 3) for key, value in reading.scores.items()},
    )


# -- without a picture ------------------------------------------------------------------------


def _without_picture(one: Scored, facts: Facts, boards: Sequence[Board]) -> Scored:
    """The outcome of a problem that no picture has the name of.

    A right or doubtful one stands.  Else RV for an unreadable picture, the verdict of a failed run, RV for a
    printed board.
    """
    if one.outcome.right or one.outcome.verdict is Verdict.RV:
        return one
    if facts.unread:
        name, reason = next(iter(facts.unread.items()))
        return replace(one, outcome=Outcome(Verdict.RV, f"{name} was not read: {reason}"))
    if facts.verdict is not Verdict.AC:
        return replace(one, outcome=Outcome(facts.verdict, facts.message))
    sizes = {(board.rows, board.cols) for board in boards}
    if not facts.pictures and any(prints_boards(facts.stdout, rows, cols) for rows, cols in sizes):
        return replace(one, outcome=Outcome(Verdict.RV, PRINTED))
    return one


def prints_boards(stdout: bytes, rows: int, cols: int) -> bool:
    """Whether `rows` consecutive lines look like rows of a board with `cols` characters."""
    lines = stdout.decode("utf-8", "replace").splitlines()
    runs = groupby(lines, key=lambda line: _looks_like_row(line, cols))
    return any(looks and len(list(run)) >= rows for looks, run in runs)


def _looks_like_row(line: str, cols: int) -> bool:
    signs = "".join(line.split())
    return len(signs) >= cols and len(set(signs)) <= FEW_SIGNS
