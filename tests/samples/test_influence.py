"""The package influence as it ships: its samples get the right marks on hidden cases of this test."""

from __future__ import annotations

import json
import re
from ast import literal_eval
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from gograde.core.assignment import Batch
from gograde.core.record import ScoreRecord
from gograde.core.verdict import Verdict
from gograde.go import diagram
from gograde.grading.grade import grade_submission
from gograde.package.package import Package, find_package
from gograde.sandbox.select import choose_backend
from tests.hidden import oracles, planned_batches
from tests.needs import sample_of

CASES = Path(__file__).parents[2] / "cases" / "influence"


@cache
def package() -> Package:
    return find_package("influence")


def hidden() -> tuple[Batch, ...]:
    return planned_batches("influence")


def graded(submission: str) -> ScoreRecord:
    """On every third batch; `gograde cases verify influence`, a campaign, grades all samples on all."""
    return grade_submission(sample_of(package(), submission), package(), hidden()[::3], choose_backend())


def test_a_mistake_is_told_where_it_shows_and_costs_no_points_elsewhere() -> None:
    record = graded("wrong_answer/mirror_forgotten")
    wrong = [test for test in record.tests if test.verdict is not Verdict.AC]
    assert {test.group for test in wrong} == {"joseki"}
    helps = [test.cause.help for test in wrong if test.cause is not None]
    assert "The mirror of a path is joseki too." in helps


def test_a_mistake_in_groups_of_stones_costs_extra_points_only() -> None:
    submission = sample_of(package(), "wrong_answer/dead_stones_removed")
    dead = [batch for batch in hidden() if batch.name == "later-03"]
    record = grade_submission(submission, package(), dead, choose_backend())
    assert (record.official, record.verdict) == ("none", Verdict.WA)
    assert {test.group for test in record.tests} == {"dead-stones"}


# -- the statement --------------------------------------------------------------------------

QUESTION_OF = {
    **{name: name for name in ("zobrist", "ryder", "fast")},
    **dict.fromkeys(("up", "right", "down", "left", "A", "F", "B", "FB"), "force"),
    **dict.fromkeys(("held", "solid"), "territory"),
}


def blocks(language: str) -> list[tuple[str, str]]:
    """The examples of the statement, each with its kind."""
    text = (CASES / "statement" / f"statement.{language}.md").read_text()
    return re.findall(r"```([A-Za-z0-9-]+)\n(.*?)```", text, re.DOTALL)


def shown_matrices(language: str) -> Iterator[tuple[str, str, list[list[float]]]]:
    """The board that was shown last, the kind of the matrix, and the matrix."""
    board = ""
    for kind, text in blocks(language):
        if kind == "board":
            board = text
        elif kind in QUESTION_OF:
            yield board, kind, [[float(part) for part in line.split()] for line in text.splitlines()]


def matrix_of(board: str, kind: str) -> Any:
    fast, slow = oracles(package())
    value = {"board": diagram(board).to_rows()}
    answer = fast(QUESTION_OF[kind], value)
    assert slow(QUESTION_OF[kind], value) == answer
    return answer if kind == QUESTION_OF[kind] else answer[kind]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_matrices_in_the_statement_are_right(language: str) -> None:
    shown = list(shown_matrices(language))
    assert {kind for _, kind, _ in shown} == set(QUESTION_OF)
    for board, kind, matrix in shown:
        assert [[round(part, 4) for part in row] for row in matrix_of(board, kind)] == matrix


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_groups_in_the_statement_are_right(language: str) -> None:
    shown, board = {}, ""
    for kind, text in blocks(language):
        board = text if kind == "board" else board
        if kind in ("links", "blocks", "layers"):
            shown[kind] = ({"board": diagram(board).to_rows()}, literal_eval(text))
    assert len(shown) == 3
    fast, slow = oracles(package())
    for kind, (value, told) in shown.items():
        assert fast(kind, value) == slow(kind, value) == told


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_dead_stones_in_the_statement_are_right(language: str) -> None:
    text = (CASES / "statement" / f"statement.{language}.md").read_text()
    rows = re.findall(r"\| `(\[.*\])` \| (\S+) \| (\S+) \|\n", text)
    assert len(rows) == 4
    (before,) = [shown for (_, shown), (kind, _) in pairwise(blocks(language)) if kind == "after"]
    fast, slow = oracles(package())
    for dead, *numbers in rows:
        value = {"board": diagram(before).to_rows(), "dead": json.loads(dead)}
        move = value | {"colour": 2, "row": 1, "col": 2}
        for (question, asked), told in zip(
            (("situation_dead", value), ("move_value_dead", move)), numbers, strict=True
        ):
            answer = fast(question, asked)
            assert slow(question, asked) == answer
            assert f"{answer:.6f}".replace("-", "−") == told


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_games_in_the_statement_are_right(language: str) -> None:
    told = {kind: literal_eval(text) for kind, text in blocks(language) if text.lstrip()[:1] in ("[", "{")}
    fast, slow = oracles(package())
    for kind, moves in (("replay-4", told["moves"][:4]), ("replay", told["moves"])):
        value = {"moves": moves, "library": told["library"]}
        assert fast("replay", value) == slow("replay", value) == told[kind]
