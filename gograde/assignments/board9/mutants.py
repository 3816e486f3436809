"""Which mutants of a board9 program the hidden boards catch."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from gograde.assignments.board9 import reference as board9_reference
from gograde.assignments.board9.batch import QUESTIONS, RULE, parse_board
from gograde.assignments.board9.oracle import fast_answer
from gograde.authoring.assignment import Batch, CaseSet
from gograde.authoring.mutant_kills import Kills, Trial, cover, kills_of, questions_for, trials_of
from gograde.authoring.spec import Reference
from gograde.go.board import Board
from gograde.package.config import BoardSize
from gograde.scoring.outcome import Outcome
from gograde.scoring.values import score_value

WANTED = 2
"""Boards that must catch each mutant."""


_REFERENCE = Reference(dict.fromkeys(QUESTIONS, board9_reference.__name__), board9_reference.EQUIVALENT)


@dataclass(frozen=True)
class Board9Mutated:
    """How answers of mutants are judged; an input is a board as rows of 0, 1 and 2."""

    reference: Reference = _REFERENCE

    def fast(self, question: str, value: Any) -> Any:
        answer = fast_answer(question, Board.from_rows(value))
        return answer if question in RULE else answer["points"]

    def judge(self, right: Any, answer: Any) -> Outcome:
        return score_value(right, answer)


def mutants(cases: CaseSet) -> Kills | None:
    """What the hidden boards catch."""
    mutated = Board9Mutated()
    return kills_of(mutated, trials_on(cases.hidden, cases.config.size), WANTED, matrix=True)


def trials_on(batches: Iterable[Batch], size: BoardSize) -> list[Trial]:
    """The trials of all boards of the batches, labelled `batch/question`."""
    inputs = (
        (f"{b.name}/{c.id}", c.question, parse_board(c.input, c.id, size.rows, size.cols).to_rows())
        for b in batches
        for c in b.cases
    )
    return trials_of(Board9Mutated(), inputs)


def more_boards(
    batches: Iterable[Batch], size: BoardSize, pool: Callable[[str], Iterable[Board]]
) -> dict[str, list[Board]]:
    """Boards by question that catch what too few boards of the batches do.

    `pool` makes boards to choose from for a question.
    """
    mutated = Board9Mutated()
    trials = trials_on(batches, size)
    kills = kills_of(mutated, trials, WANTED)
    missing = kills.missing if kills else {}
    asked = questions_for(mutated.reference, trials, missing)
    made = {f"{q}-{n}": (q, board) for q in QUESTIONS if q in asked for n, board in enumerate(pool(q))}
    inputs = ((label, question, board.to_rows()) for label, (question, board) in made.items())
    found: dict[str, list[Board]] = {}
    for trial in cover(mutated, trials_of(mutated, inputs), missing):
        found.setdefault(trial.question, []).append(made[trial.label][1])
    return found
