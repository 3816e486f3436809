"""Assigns pictures to problems, by title or file name, otherwise by their order."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from gograde.assignments.board9.batch import CAPTURE, QUESTIONS


class Told(Protocol):
    """A picture: a `file` has a name; a shown window or figure has a title and an order."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def order(self) -> int: ...


T = TypeVar("T", bound=Told)


@dataclass(frozen=True)
class Matched(Generic[T]):
    """Pictures by question, in the order of their appearance; `left` has pictures without a question."""

    by_question: Mapping[str, tuple[T, ...]]
    left: tuple[T, ...]


def match_pictures(pictures: Iterable[T]) -> Matched[T]:
    """Assign every picture to the question in its title or name.

    If no title or name has a question, the order decides where `ROWS` knows the number of pictures.
    Files and shown pictures are treated separately.  The content of a picture plays no part.
    """
    ordered = sorted(pictures, key=_appearance)
    found: list[tuple[T, str | None]] = []
    for group in (
        [one for one in ordered if one.kind != "file"],
        [one for one in ordered if one.kind == "file"],
    ):
        found += zip(group, _questions(group), strict=True)
    by_question = {q: tuple(one for one, question in found if question == q) for q in QUESTIONS}
    left = tuple(one for one, question in found if question is None)
    return Matched({q: ones for q, ones in by_question.items() if ones}, left)


def _appearance(one: Told) -> tuple[int, list[tuple[int, str]]]:
    """A sort key: windows and figures by number, files by name with numbers compared as numbers."""
    parts = re.findall(r"[0-9]+|[^0-9]+", one.name)
    return one.order, [(int(part), part) if part.isdecimal() else (-1, part) for part in parts]


def _questions(group: Sequence[Told]) -> list[str | None]:
    """The question of each picture in a sorted group: files only, or shown pictures only.

    Names count only when they tell the questions apart: a number that all have is the homework's.
    """
    texts = [_text(one) for one in group]
    strong = [_strong(text) for text in texts]
    weak = [None if sure else found for sure, found in zip(strong, _weak(texts), strict=True)]
    named = [sure or maybe for sure, maybe in zip(strong, weak, strict=True)]
    if len(group) > 1 and len(set(named)) == 1:
        named = [None] * len(group)
    if not any(named) and not any(strong):
        return list(ROWS.get(len(group), named))
    return named


# -- in a row -------------------------------------------------------------------------------


def _twice(questions: Sequence[str]) -> list[str]:
    return [question for question in questions for _ in range(2)]


_TEMPLATE = [q for question in QUESTIONS for q in ([question] * 2 if question in CAPTURE else [question])]

ROWS: Mapping[int, Sequence[str | None]] = {
    4: CAPTURE,
    5: QUESTIONS[2:],
    7: QUESTIONS,
    8: _twice(CAPTURE),
    10: _twice(QUESTIONS[2:]),
    11: _TEMPLATE,
    14: _twice(QUESTIONS),
    22: _TEMPLATE * 2,
    28: _twice(QUESTIONS) * 2,
}
"""The question of each picture, by the number of pictures, when no name has a question.

The skeleton draws every problem before and after; the template draws the board after for captures only.
22 and 28 pictures cover the test boards and the train boards.
"""


# -- by name --------------------------------------------------------------------------------

_NUMBER = r"[\s_\-.:#(（\[=]*(00|0|[1-5])(?![0-9x×])"
_FAMILY = re.compile(r"(?:train|test)(?:ing)?" + _NUMBER)
_PROBLEM = re.compile(
    r"(?:(?<![a-z])(?:problem|prob|pb|question|ques|exercise|exer|ex|task|quiz|q|p)|问题|题目|习题|第|题)"
    + _NUMBER
)
_CHINESE = re.compile(r"第?([零一二三四五])(?:题|问|个问题)|(?:问题|题目|习题)([零一二三四五])")
_DIGITS = {"零": "0", "一": "1", "二": "2", "三": "3", "四": "4", "五": "5"}
_SIZE = re.compile(r"[0-9]+\s*[x×*]\s*[0-9]+")
_BY_ORDER = re.compile(r"\s*(?:figure|window|窗口)\s*[0-9]+\s*")
_SUFFIX = re.compile(r"\.[a-z]{2,5}$")


def _text(one: Told) -> str:
    """The title or file name of a picture, in lower case and normalised (NFKC), without a file suffix."""
    text = unicodedata.normalize("NFKC", one.title if one.kind != "file" else one.name).lower()
    return _SUFFIX.sub("", text) if one.kind == "file" else text


def _strong(text: str) -> str | None:
    """The only question in a name with a word for problem, or with train or test."""
    for pattern in (_FAMILY, _PROBLEM, _CHINESE):
        found = {next(filter(None, one.groups())) for one in pattern.finditer(text)}
        if found:
            return _DIGITS.get(*found, *found) if len(found) == 1 else None
    return None


def _weak(texts: Sequence[str]) -> list[str | None]:
    """The only number in each name that not all names have there, if it is a question."""
    numbers = [_numbers(text) for text in texts]
    shared = set.intersection(*map(set, numbers)) if len(numbers) > 1 else set()
    own = [[number for word, number in one if (word, number) not in shared] for one in numbers]
    if any(len(one) == 1 and one[0].lstrip("0") == "6" for one in own):
        return [None] * len(texts)  # the names number the pictures, since 6 is no question
    asked = [set(one) for one in own]
    return [one.pop() if len(one) == 1 and one <= set(QUESTIONS) else None for one in asked]


def _numbers(text: str) -> list[tuple[str, str]]:
    """The numbers in a name, each with what stands before it; none in a library's `Figure 1`."""
    return [] if _BY_ORDER.fullmatch(text) else re.findall(r"([^0-9]*)([0-9]+)", _SIZE.sub(" ", text))
