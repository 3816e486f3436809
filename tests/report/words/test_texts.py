"""Texts and answers in words."""

import csv
import io
import json
import re
import shutil
import subprocess
import sys
import unicodedata
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import markupsafe
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markupsafe import Markup

from gograde.core.verdict import Verdict
from gograde.report.words import escape
from gograde.report.words.answers import fact_lines, in_words, points_of
from gograde.report.words.texts import ENGLISH, count, texts
from gograde.resources import languages, words_file
from tests.golden import values_agree


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


def lines(**cause: Any) -> list[str]:
    about: Any = {"cause": SimpleNamespace(**cause), "call": "", "board": None, "games": (), "answer": "text"}
    return fact_lines(SimpleNamespace(**about, verdict=Verdict.WA))


# -- text from strangers, made harmless for each place -----------------------------------------


ANY = st.text(st.characters(), max_size=40)
PIECES = "<b> & \" ' = +1 @ \x00 \u202e \ufeff ` ``` :: ##[ | * _ ]( [ \\ \udc80 \u2028 é 王 a \x1b[31m"
NASTY = st.lists(st.sampled_from([*PIECES.split(" "), " ", "\t", "\r", "\n"]), max_size=12).map("".join)


def test_what_cannot_be_seen_is_spelled_out_and_no_cell_is_a_formula() -> None:
    values_agree("report/escaped.txt", escape=escape, count=count, texts=texts, lines=lines, Markup=Markup)


def test_answers_are_told_in_the_words_of_python() -> None:
    values_agree("report/answers.txt", lines=lines, points_of=points_of, in_words=in_words)


@given(ANY | NASTY)
def test_plain_text_encodes_and_hides_nothing(text: str) -> None:
    shown = escape.visible(text)
    shown.encode("utf-8")
    kinds = {unicodedata.category(c) for c in shown.replace("\n", "").replace("\t", "")}
    assert not kinds & {"Cc", "Cs", "Zl"}
    assert escape.visible(shown) == shown
    assert not set(shown) & set("\u202a\u202b\u202d\u202e\u2066\u2067\u2068\ufeff")


@given(NASTY)
@example("\n=1")
def test_no_cell_begins_a_formula_or_breaks_its_row(text: str) -> None:
    out = io.StringIO()
    csv.writer(out, quoting=csv.QUOTE_ALL).writerow([escape.cell(text), "end"])
    [[cell, end]] = list(csv.reader(io.StringIO(out.getvalue())))
    assert end == "end"
    assert not cell or cell[0] not in "=+-@\t\r" or cell == "+1"


MARKUP = """<img src=x>,**b**,`c`,[a](b),![a](b),- x,1. x,1) x,+ x,a|b,# h,=,&lt;"""


@pytest.mark.parametrize("text", MARKUP.split(","))
def test_markdown_shows_the_text_itself(text: str) -> None:
    page = MarkdownIt("commonmark").enable("table").render(f"{escape.markdown(text)}\n")
    assert page == f"<p>{escape.html(text)}</p>\n".replace("&#34;", "&quot;")


@given(NASTY)
def test_nothing_gets_out_of_a_fence(text: str) -> None:
    tokens = MarkdownIt("commonmark").parse(escape.fence(text))
    assert [token.type for token in tokens] == ["fence"]
    assert tokens[0].content == escape.terminal(text) + "\n"


@given(NASTY)
def test_a_command_is_one_line(text: str) -> None:
    assert len(f"::error title={escape.github_property(text)}::{escape.github_data(text)}".splitlines()) == 1


@given(NASTY)
def test_json_keeps_every_character(text: str) -> None:
    assert json.loads(escape.json_text([text])) == [text]


@pytest.mark.parametrize(
    ("student", "name"),
    [
        ("alice.b-2", "alice.b-2"), ("../../etc", "~2e.~2f..~2fetc"), (".hidden", "~2ehidden"),
        ("a b@c", "a~20b~40c"), ("王", "~e7~8e~8b"), ("~20", "~7e20"), ("", "~"),
    ],
)  # fmt: skip
def test_a_file_is_named_after_any_id(student: str, name: str) -> None:
    assert escape.file_name(student) == name


@given(NASTY | ANY, NASTY | ANY)
def test_two_ids_have_two_files(one: str, other: str) -> None:
    assert (escape.file_name(one) == escape.file_name(other)) == (one == other)


def test_text_that_is_not_escaped_has_nothing_to_escape() -> None:
    for code in range(0x300):
        text = f"a{chr(code)}b"
        assert escape.html(text) == markupsafe.escape(escape.visible(text)), text
