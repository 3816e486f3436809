"""Texts and answers in words."""

from __future__ import annotations

import re
from types import SimpleNamespace
from typing import Any

import pytest

from gograde.report.words.answers import fact_lines, in_words, points_of
from gograde.report.words.texts.tables import TABLES, count, texts
from gograde.scoring.verdict import Verdict


@pytest.mark.parametrize("language", TABLES)
def test_every_table_has_the_same_keys_and_the_same_places(language: str) -> None:
    english, other = TABLES["en"], TABLES[language]
    assert list(other) == list(english)
    for key, text in other.items():
        places = {part.count("{}") for part in english[key].split("|")}
        assert {part.count("{}") for part in text.split("|")} <= places, key
        assert text, key


def test_no_text_is_left_in_english() -> None:
    same = {key for key, text in TABLES["zh"].items() if re.search("[A-Za-z]{3}", text)}
    assert same == {
        *("without_sandbox", "staff_only", "look_waiting_note", "look_alike_note", "look_left_out_note")
    }, "they name an option, a folder, a command"


def test_verdicts_are_said_as_everywhere_else() -> None:
    assert {verdict.value: verdict.meaning for verdict in Verdict} == {
        verdict.value: texts("en")[verdict.value] for verdict in Verdict
    }


def test_one_is_said_otherwise_than_many() -> None:
    assert [count(texts("en")["tests"], n, str(n)) for n in (0, 1, 2)] == ["0 tests", "1 test", "2 tests"]
    assert count(texts("zh")["tests"], 1, "1") == "1 项测试"
    assert texts("fr") is texts("en")


def test_rows_of_a_board_with_two_columns_are_no_points() -> None:
    rows, board = [[0, 1], [2, 0], [1, 1]], (".X", "O.", "XX")
    assert points_of(rows) == ((0, 1), (2, 0), (1, 1))
    assert points_of(rows, board) is None
    assert points_of(rows[:2], board) == ((0, 1), (2, 0))
    assert points_of(rows, ("...", "...", "...")) == ((0, 1), (2, 0), (1, 1))
    assert in_words(rows, board) == "[[0, 1], [2, 0], [1, 1]]"


def test_an_answer_of_several_lines_stands_row_by_row() -> None:
    cause = SimpleNamespace(expected=".X\nX.", actual=".X\nXO\n")
    test: Any = SimpleNamespace(cause=cause, call="", board=None, games=())
    assert fact_lines(test) == ["Expected:", "  .X", "  X.", "Answered:", "  .X", "  XO"]
    one: Any = SimpleNamespace(
        cause=SimpleNamespace(expected="1", actual=None), call="", board=None, games=()
    )
    assert fact_lines(one) == ["Expected: 1", "Answered: no answer"]
