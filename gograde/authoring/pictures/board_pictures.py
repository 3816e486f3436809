"""Pictures of boards as answers: what each case asks for, and the tests of a run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from gograde.authoring.assignment import Batch, Case, Facts, Hint
from gograde.authoring.pictures.gallery import Scored, judge_run
from gograde.authoring.pictures.places import Problems
from gograde.authoring.pictures.to_draw import ToDraw
from gograde.codec import replace
from gograde.pictures.read.question import Board, Place, Rival, Size
from gograde.scoring.marking import QuestionGroup as Group
from gograde.scoring.outcome import Outcome
from gograde.scoring.record import Cause, TestScore

KNOWN_MISTAKE = "the board of a known mistake"
"""The name of the rivals that the known mistakes of an assignment draw."""

MOST_FITTING = 2
"""The most mistakes with one board for which a hint is given, that of the first mistake."""

TestOf = Callable[[Case, Group, Outcome], TestScore]
"""The test of a case in a group, with its outcome, but without a cause."""


@dataclass(frozen=True)
class AskedPicture:
    """A case that asks for a picture; `mistaken` are the boards of known mistakes, with their help."""

    case: Case
    group: Group
    to_draw: ToDraw
    mistaken: tuple[tuple[Board, str], ...]

    def test(self, scored: Scored, test_of: TestOf) -> TestScore:
        """The test of the picture."""
        outcome = scored.outcome
        test = test_of(self.case, self.group, outcome)
        wanted = list(self.to_draw.wanted[0])
        cause = Cause(message=outcome.message, expected=wanted, help=self._help(scored) or scored.rule)
        name = f"{test.name} picture"
        return replace(test, name=name, answer="picture", cause=cause, readings=scored.readings)

    def _help(self, scored: Scored) -> str:
        """The help for what a rejected picture shows; "" without a likely mistake."""
        shown = {reading.board for reading in scored.readings if reading.outcome == "rejected"}
        fitting = [help for board, help in self.mistaken if board in shown]
        return fitting[0] if 0 < len(fitting) <= MOST_FITTING else ""


@dataclass(frozen=True)
class BoardPictures:
    """The pictures of an assignment.

    `to_draw` says from a question, an input and an answer to it which board that is.  The boards of known
    mistakes are rivals, and a student who drew one reads the mistake's help.  Where a run has several cases,
    their ids are in titles or file names; `rows` is for pictures without (`places.Problems`).  `published` is
    where the statement puts boards of a size in pictures of a size.
    """

    to_draw: Callable[[str, Any, Any], ToDraw]
    rows: Mapping[int, Sequence[str | None]] = field(default_factory=dict)
    published: Mapping[tuple[Size, Size], Place] = field(default_factory=dict)

    def asked(self, case: Case, group: Group, value: Any, hints: Iterable[Hint] = ()) -> AskedPicture:
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
