"""Which mutants of a board9 program the hidden boards catch."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gograde.assignments import board9_reference
from gograde.assignments.base import CaseSet
from gograde.assignments.board9_batch import QUESTIONS, RULE, parse_board
from gograde.assignments.board9_oracles import fast_answer
from gograde.assignments.killing import Kills, kills_of, trials_of
from gograde.assignments.spec import Reference
from gograde.go.board import Board
from gograde.scoring.outcome import Outcome
from gograde.scoring.values import score_value

WANTED = 2
"""Boards that must catch each mutant."""


@dataclass(frozen=True)
class Board9Mutated:
    """How answers of mutants are judged; an input is a board as rows of 0, 1 and 2."""

    reference: Reference = Reference(
        dict.fromkeys(QUESTIONS, board9_reference.__name__), board9_reference.EQUIVALENT
    )

    def fast(self, question: str, value: Any) -> Any:
        answer = fast_answer(question, Board.from_rows(value))
        return answer if question in RULE else answer["points"]

    def judge(self, right: Any, answer: Any) -> Outcome:
        return score_value(right, answer)


def mutants(cases: CaseSet) -> Kills | None:
    """What the hidden boards catch."""
    mutated, size = Board9Mutated(), cases.config.size
    inputs = (
        (f"{b.name}/{c.id}", c.question, parse_board(c.input, c.id, size.rows, size.cols).to_rows())
        for b in cases.hidden
        for c in b.cases
    )
    return kills_of(mutated, trials_of(mutated, inputs), WANTED)
