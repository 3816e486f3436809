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
    """The question of each picture in a sorted group: files only, or shown pictures only."""
    texts = [_text(one) for one in group]
    strong = [_strong(text) for text in texts]
    weak = [None if sure else _weak(text) for text, sure in zip(texts, strong, strict=True)]
    if _counts_on(text for text, sure in zip(texts, strong, strict=True) if not sure):
        weak = [None] * len(weak)
    named = [sure or maybe for sure, maybe in zip(strong, weak, strict=True)]
    if not any(named):
        return list(ROWS.get(len(group), [None] * len(group)))
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
    """The question in a name with a word for problem, or with train or test; None without one."""
    found = _FAMILY.search(text) or _PROBLEM.search(text)
    if found:
        return found[1]
    chinese = _CHINESE.search(text)
    return _DIGITS[chinese[1] or chinese[2]] if chinese else None


def _weak(text: str) -> str | None:
    """The only number in a name, if it is a question; None for a library's `Figure 1`."""
    if _BY_ORDER.fullmatch(text):
        return None
    numbers = set(_numbers(text))
    return numbers.pop() if len(numbers) == 1 and numbers <= set(QUESTIONS) else None


def _numbers(text: str) -> list[str]:
    return re.findall(r"[0-9]+", _SIZE.sub(" ", text))


def _counts_on(texts: Iterable[str]) -> bool:
    """Whether the names number the pictures: one of their numbers is 6, which is no question."""
    ones = [numbers[0] for numbers in map(_numbers, texts) if len(numbers) == 1]
    return any(number.lstrip("0") == "6" for number in ones)
