"""Texts and answers in words."""

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from gograde.report.words.answers import fact_lines, in_words, points_of
from gograde.report.words.texts import ENGLISH, count, texts
from gograde.resources import languages, words_file
from gograde.scoring.verdict import Verdict


@pytest.mark.parametrize("language", languages())
def test_every_table_has_the_same_keys_and_the_same_places(language: str) -> None:
    english, other = texts("en"), json.loads(words_file(language).read_bytes())
    own = ENGLISH.keys() - json.loads(words_file("en").read_bytes()).keys()
    assert other.keys() == (english.keys() - own if language == "en" else english.keys())
    for key, text in other.items():
        places = {part.count("{}") for part in english[key].split("|")}
        assert {part.count("{}") for part in text.split("|")} <= places, key
        assert text, key


def test_no_text_is_left_in_english() -> None:
    same = {key for key, text in texts("zh").items() if re.search("[A-Za-z]{3}", text)}
    named = "without_sandbox whole staff_only look_waiting_note"
    assert same == {*named.split()}, "they name an option, a folder, a command"


def test_one_is_said_otherwise_than_many() -> None:
    assert [count(texts("en")["tests"], n, str(n)) for n in (0, 1, 2)] == ["0 tests", "1 test", "2 tests"]
    assert count(texts("zh")["tests"], 1, "1") == "1 项测试"
    assert texts("fr") == texts("en")


FRENCH = """
from gograde.classroom.class_config import ClassConfig
from gograde.package.yaml_files import validate
from gograde.report.words.texts import texts
said = {"schema": "gograde/class/v1", "title": "T", "language": "fr", "assignments": {"x": {}}}
print(validate(said, ClassConfig, "class.yaml", {}).language, texts("fr")["yes"], texts("fr")["no"])
"""


def test_a_further_language_is_a_file(tmp_path: Path) -> None:
    ours = words_file("en").parents[3]
    shutil.copytree(ours, tmp_path / "gograde", ignore=shutil.ignore_patterns("__pycache__", "*.npz"))
    (tmp_path / words_file("fr").relative_to(ours.parent)).write_text('{"yes": "oui"}')
    ran = subprocess.run(
        [sys.executable, "-c", FRENCH], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert ran.stdout == "fr oui no\n"


def test_rows_of_a_board_with_two_columns_are_no_points() -> None:
    rows, board = [[0, 1], [2, 0], [1, 1]], (".X", "O.", "XX")
    assert points_of(rows) == ((0, 1), (2, 0), (1, 1))
    assert points_of(rows, board) is None
    assert points_of(rows[:2], board) == ((0, 1), (2, 0))
    assert points_of(rows, ("...", "...", "...")) == ((0, 1), (2, 0), (1, 1))
    assert in_words(rows, board) == "[[0, 1], [2, 0], [1, 1]]"


def test_an_answer_of_several_lines_stands_row_by_row() -> None:
    assert lines(expected=".X\nX.", actual=".X\nXO\n") == [
        "Expected:      Answered:", "  . X             .  X", "  X .             X !O",
    ]  # fmt: skip


def lines(**cause: Any) -> list[str]:
    about: Any = {"cause": SimpleNamespace(**cause), "call": "", "board": None, "games": (), "answer": "text"}
    return fact_lines(SimpleNamespace(**about, verdict=Verdict.WA))


def test_answers_are_told_in_the_words_of_python() -> None:
    assert lines(expected="1", actual=None) == ["Expected: 1", "Answered: no answer"]
    assert lines(expected=1, actual="1") == ["Expected: 1", "Answered: '1'"]
    assert lines(expected=[True, None], actual=False) == ["Expected: [True, None]", "Answered: False"]
    one, two = {"up": [[1, 2]], "F": [[0.5, 3]]}, {"up": [[1, 2]], "F": [[0.5, 4]]}
    assert lines(expected=one, actual=two) == ["Expected ['F']: 0.5   3", "Answered ['F']: 0.5  !4"]
