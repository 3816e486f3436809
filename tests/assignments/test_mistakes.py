"""What each known mistake makes of an input on which it shows.

`outputs/mistakes/` has three lines for each that guides hidden cases: mistake, question and input, with its
board as a picture; what the changed program says; what is right.  Of a new one write the first line: the test
shows the others.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from gograde.assignments.board9 import mistakes as board9
from gograde.assignments.board9.reference_program import solve
from gograde.assignments.board_control import mistakes as board_control
from gograde.assignments.influence import mistakes as influence
from gograde.assignments.influence.author import spec_of
from gograde.authoring.mistake_table import CrashError
from gograde.authoring.spec import Mistake
from gograde.go import Board, diagram
from gograde.package.package import find_package
from tests.golden import FOLDER, agrees, calls_agree
from tests.hidden import oracles

SPEC = spec_of(find_package("influence").config)
Way = Callable[[str, Any], Any]


def of_board(way: Way) -> Way:
    """The way of board9, whose questions are about a board alone."""
    return lambda question, value: way(question, Board.from_rows(value["board"]))


KNOWN: Mapping[str, tuple[tuple[Mistake, ...], Way]] = {
    "board9": (board9.MISTAKES, of_board(solve)),
    "board-control": (board_control.mistakes_of({}), oracles(find_package("board-control"))[0]),
    "influence": (SPEC.mistakes, SPEC.fast),
}


def read(written: str) -> Any:
    value = json.loads(written)
    if isinstance(board := value.get("board"), str):
        value["board"] = diagram(board).to_rows()
    return value


def told(way: Way, question: str, written: str) -> str:
    """The answer in JSON, fractions to seven digits and points in order, or that there is none."""
    try:
        return json.dumps(rounded(way(question, read(written))))
    except CrashError:
        return "crashes"


def rounded(answer: Any) -> Any:
    if isinstance(answer, dict):
        return {key: rounded(part) for key, part in answer.items()}
    if isinstance(answer, frozenset):
        return sorted(answer)
    return (
        [*map(rounded, answer)]
        if isinstance(answer, list | tuple)
        else (round(answer, 7) if isinstance(answer, float) else answer)
    )


@pytest.mark.parametrize("package", KNOWN)
def test_what_a_mistake_leads_to(package: str) -> None:
    mistakes, right = KNOWN[package]
    by_name, shown, lines = {mistake.name: mistake for mistake in mistakes}, set(), list[str]()
    for line in (FOLDER / f"mistakes/{package}.txt").read_text("utf-8").splitlines():
        if not line.startswith(" "):
            name, question, written = line.split(" ", 2)
            way = by_name[name].answer if package != "board9" else of_board(by_name[name].answer)
            said, wanted = told(way, question, written), told(right, question, written)
            assert said != wanted
            lines += [line, f"  says  {said}", f"  right {wanted}"]
            shown.add(name)
    assert {mistake.name for mistake in mistakes if mistake.guides} == shown
    agrees(f"mistakes/{package}.txt", "\n".join([*lines, ""]))


@pytest.mark.parametrize("package", KNOWN)
def test_every_mistake_has_a_sentence_of_its_own(package: str) -> None:
    helps = [mistake.help for mistake in KNOWN[package][0]]
    twice = {"board9": 3, "influence": 1}  # some slips have two or three forms
    assert len(set(helps)) == len(helps) - twice.get(package, 0)


def test_figures_that_do_not_fit_are_told() -> None:
    calls_agree("assignments/refusals.txt", influence)
