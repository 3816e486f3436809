"""Pictures of boards as answers: what each case asks for, and the tests of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from gograde.authoring.pictures.places import Matched, Problems, match_pictures
from gograde.authoring.pictures.to_draw import ToDraw
from gograde.authoring.pictures.verdicts import NO_PICTURE, JudgedCase, Read, judge
from gograde.codec import part_of, replace
from gograde.core.assignment import Batch, Case, ExampleFact, Facts, Hint, PictureFact
from gograde.core.marking import QuestionGroup
from gograde.core.record import Cause, PictureReading, TestScore, WrongPoint
from gograde.core.verdict import Outcome, Verdict
from gograde.pictures.picture import read_png
from gograde.pictures.read import question as model
from gograde.pictures.read.question import Board, Place, Rival, Size

LOOKED_AT = "a person must look at the picture"
PRINTED = "boards are printed, none is drawn: a person must look"
SHOWN = "Pictures are windows, figures that are shown, and picture files that the program saves."
"""A rule for students, like those of `verdicts`."""

FEW_SIGNS = 10
"""The most different characters in a row of a printed board, blanks not counted."""


@dataclass(frozen=True)
class ScoredPicture:
    """The outcome of a problem's picture, the readings behind it, and a rule by which it would be clear."""

    outcome: Outcome
    readings: tuple[PictureReading, ...] = ()
    has_picture: bool = True
    rule: str = ""


def judge_run(
    facts: Facts,
    asked: Sequence[ToDraw],
    problems: Problems,
    by_person: Sequence[str],
    published: Mapping[tuple[model.Size, model.Size], model.Place] | None = None,
) -> dict[str, ScoredPicture]:
    """The outcome of every problem that asks for a picture; those `by_person` wait for a person.

    `problems` are all of the run.  A run that a limit ended has no pictures, and its verdict is theirs.
    `published` is where the statement puts boards of a size in pictures of a size.
    """
    if not facts.scored:
        ended = ScoredPicture(Outcome(facts.verdict, facts.message), has_picture=False)
        return {one.problem: ended for one in asked}
    if not facts.pictures:
        none = ScoredPicture(Outcome(Verdict.NO, NO_PICTURE), has_picture=False, rule=SHOWN)
        return {one.problem: _without_picture(none, facts, asked) for one in asked}
    from gograde.pictures.read.reader import Reader  # numpy, which no process of the grader itself loads

    reader = Reader(published, [_example(one) for one in facts.examples])
    judged = _judged(facts, asked, match_pictures(facts.pictures, problems), by_person, reader.read)
    return {
        problem: one if one.has_picture else _without_picture(one, facts, asked)
        for problem, one in judged.items()
    }


def _judged(
    facts: Facts,
    asked: Sequence[ToDraw],
    matched: Matched[PictureFact],
    by_person: Sequence[str],
    reading: Read,
) -> dict[str, ScoredPicture]:
    place = {id(fact): number for number, fact in enumerate(facts.pictures)}
    named = {problem: [place[id(one)] for one in ones] for problem, ones in matched.by_problem.items()}
    read = [one for one in asked if one.problem not in by_person]
    pictures = [replace(read_png(fact.png), shapes=fact.shapes) for fact in facts.pictures] if read else []
    judged = judge(read, pictures, named, reading)
    found = {one.problem: _scored(told, facts.pictures) for one, told in zip(read, judged, strict=True)}
    waits = ScoredPicture(Outcome(Verdict.RV, LOOKED_AT))
    return {one.problem: found.get(one.problem, waits) for one in asked}


def _example(fact: ExampleFact) -> model.Example:
    seen = fact.sighting
    if not seen.lattice or not seen.size:
        return model.Example(read_png(fact.png), None, seen.board)
    return model.Example(read_png(fact.png), model.Look(seen.size, seen.lattice, seen.points), seen.board)


def _scored(judged: JudgedCase, pictures: Sequence[PictureFact]) -> ScoredPicture:
    readings = tuple(_reading(pictures[number].name, reading) for number, reading in judged.readings)
    return ScoredPicture(_named(judged.outcome, readings), readings, judged.has_picture, judged.rule)


def _named(outcome: Outcome, readings: Sequence[PictureReading]) -> Outcome:
    """The outcome, with the name of the picture that it is about."""
    if outcome.right or not readings:
        return outcome
    right = " is the right one" if readings[0].outcome == "accepted" else ""
    return replace(outcome, message=f"{outcome.message} ({readings[0].picture}{right})")


def _reading(name: str, reading: model.Reading) -> PictureReading:
    return PictureReading(
        picture=name,
        outcome=reading.verdict.value,
        reason=reading.reason,
        rival=reading.rival,
        lattice=reading.place,
        wrong=tuple(part_of(WrongPoint, one) for one in reading.differences),
        board=reading.board,
        scores={key: round(float(value), 3) for key, value in reading.scores.items()},
    )


# -- without a picture ------------------------------------------------------------------------


def _without_picture(one: ScoredPicture, facts: Facts, asked: Sequence[ToDraw]) -> ScoredPicture:
    """The outcome of a problem that no picture has the name of.

    A right or doubtful one stands.  Else RV for an unreadable picture, the verdict of a failed run, RV for a
    printed board.
    """
    if one.outcome.right or one.outcome.verdict is Verdict.RV:
        return one
    if facts.unread:
        name, reason = next(iter(facts.unread.items()))
        return replace(one, outcome=Outcome(Verdict.RV, f"{name} was not read: {reason}"), rule="")
    if facts.verdict is not Verdict.AC:
        return replace(one, outcome=Outcome(facts.verdict, facts.message), rule="")
    sizes = {one.size for one in asked}
    if not facts.pictures and any(prints_boards(facts.stdout, rows, cols) for rows, cols in sizes):
        return replace(one, outcome=Outcome(Verdict.RV, PRINTED))
    return one


def prints_boards(stdout: bytes, rows: int, cols: int) -> bool:
    """Whether `rows` consecutive lines look like rows of a board with `cols` characters."""
    lines = ("".join(line.split()) for line in stdout.decode("utf-8", "replace").splitlines())
    runs = groupby(lines, key=lambda signs: len(signs) >= cols and len(set(signs)) <= FEW_SIGNS)
    return any(looks and len(list(run)) >= rows for looks, run in runs)


# -- what each case asks for --------------------------------------------------------------


KNOWN_MISTAKE = "the board of a known mistake"
"""The name of the rivals that the known mistakes of an assignment draw."""

TestOf = Callable[[Case, QuestionGroup, Outcome], TestScore]
"""The test of a case in a group, with its outcome, but without a cause."""


@dataclass(frozen=True)
class AskedPicture:
    """A case that asks for a picture; `mistaken` are the boards of known mistakes, with their help."""

    case: Case
    group: QuestionGroup
    to_draw: ToDraw
    mistaken: tuple[tuple[Board, str], ...]

    def test(self, scored: ScoredPicture, test_of: TestOf) -> TestScore:
        """The test of the picture."""
        outcome = scored.outcome
        test = test_of(self.case, self.group, outcome)
        wanted = list(self.to_draw.wanted[0])
        shown = {reading.board for reading in scored.readings if reading.outcome == "rejected"}
        fitting = {help for board, help in self.mistaken if board in shown}
        help = "".join(fitting) if len(fitting) == 1 else scored.rule
        cause = Cause(message=outcome.message, expected=wanted, help=help)
        name = f"{test.name} picture"
        return replace(test, name=name, answer="picture", cause=cause, readings=scored.readings)


@dataclass(frozen=True)
class BoardPictures:
    """The pictures of an assignment.

    `to_draw` says from a question, an input and an answer to it which board that is.  With `mistakes`, the
    boards of known ones are rivals, and a student who drew one reads the mistake's help.  Where a run has
    several cases, their ids are in titles or file names; `rows` is for pictures without (`places.Problems`).
    `published` is where the statement puts boards of a size in pictures of a size.
    """

    to_draw: Callable[[str, Any, Any], ToDraw]
    rows: Mapping[int, Sequence[str | None]] = field(default_factory=dict)
    published: Mapping[tuple[Size, Size], Place] = field(default_factory=dict)
    mistakes: bool = True

    def question(
        self, case: Case, group: QuestionGroup, value: Any, hints: Iterable[Hint] = ()
    ) -> AskedPicture:
        """The boards of a case with this input, and those of the hints."""
        right = replace(self.to_draw(case.question, value, case.answer), problem=case.id)
        mistaken = tuple(self._mistaken(case.question, value, right, hints))
        rivals = (*right.rivals, *(Rival(KNOWN_MISTAKE, board) for board, _ in mistaken))
        return AskedPicture(case, group, replace(right, rivals=rivals), mistaken)

    def tests(
        self, facts: Facts, batch: Batch, asked: Sequence[AskedPicture], test_of: TestOf
    ) -> list[TestScore]:
        """A test for every picture that is asked for; all pictures of a run are judged together."""
        by_person = [one.case.id for one in asked if one.group.scored == "by-person"]
        problems = Problems([case.id for case in batch.cases], self.rows)
        judged = judge_run(facts, [one.to_draw for one in asked], problems, by_person, self.published)
        return [one.test(judged[one.case.id], test_of) for one in asked]

    def _mistaken(
        self, question: str, value: Any, right: ToDraw, hints: Iterable[Hint]
    ) -> Iterator[tuple[Board, str]]:
        for hint in hints:
            try:
                board = self.to_draw(question, value, hint.answer).wanted[0]
            except Exception:  # this mistake draws nothing here
                continue
            rival = Rival(KNOWN_MISTAKE, board)
            if board not in right.wanted and not replace(right, rivals=(rival,)).fault():
                yield board, hint.help
