"""Assigns pictures to problems, by title or file name, otherwise by their order."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Generic, Protocol, TypeVar


class NamedPicture(Protocol):
    """A picture: a `file` has a name; a shown window or figure has a title and an order."""

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def order(self) -> int: ...


T = TypeVar("T", bound=NamedPicture)


Row = Sequence[str | None]
"""The problem of each picture, in the order of their appearance."""


@dataclass(frozen=True)
class Problems:
    """The problems of a run, as titles and file names call them: by number.

    `rows` has the problem of each picture by the number of pictures, for pictures that no name tells apart.
    Without it, the pictures are one of each problem, or two (before and after).
    """

    names: Sequence[str]
    rows: Mapping[int, Row] = field(default_factory=dict)

    def row(self, length: int) -> Row:
        """The problems of so many pictures by their order; None for those whose problem is not known."""
        usual = {len(self.names): self.names, 2 * len(self.names): twice(self.names)}
        return self.rows.get(length) or usual.get(length) or [None] * length

    @cached_property
    def words(self) -> tuple[re.Pattern[str], ...]:
        """Words for problem with a number behind them, the most certain first."""
        longest_first = sorted(map(re.escape, self.names), key=len, reverse=True)
        number = rf"[\s_\-.:#(（\[=]*({'|'.join(longest_first)})(?![0-9x×])"
        digits = "".join(digit for digit, value in _DIGITS.items() if value in self.names)
        chinese = rf"第?([{digits}])(?:题|问|个问题)|(?:问题|题目|习题)([{digits}])" if digits else "(?!)"
        return (
            re.compile(rf"(?:train|test)(?:ing)?{number}"),
            re.compile(rf"(?:{_WORDS}|问题|题目|习题|第|题){number}"),
            re.compile(chinese),
        )

    @cached_property
    def beyond(self) -> int:
        """The number after the last problem, which only a counter of pictures has."""
        return 1 + max((int(name) for name in self.names if name.isdecimal()), default=-1)


def twice(names: Sequence[str]) -> tuple[str, ...]:
    """Each problem twice in a row."""
    return tuple(name for name in names for _ in range(2))


@dataclass(frozen=True)
class Matched(Generic[T]):
    """Pictures by problem, in the order of their appearance; `left` has pictures without a problem."""

    by_problem: Mapping[str, tuple[T, ...]]
    left: tuple[T, ...]


def match_pictures(pictures: Iterable[T], problems: Problems) -> Matched[T]:
    """Assign every picture to the problem in its title or name.

    If no title or name has a problem, the order decides where `problems` knows the number of pictures.
    Files and shown pictures are treated separately.  The content of a picture plays no part.  All pictures
    belong to the only problem of a run.
    """
    ordered = sorted(pictures, key=_appearance)
    found: list[tuple[T, str | None]] = []
    for group in (
        [one for one in ordered if one.kind != "file"],
        [one for one in ordered if one.kind == "file"],
    ):
        found += zip(group, _problems(group, problems), strict=True)
    by_problem = {name: tuple(one for one, told in found if told == name) for name in problems.names}
    left = tuple(one for one, told in found if told is None)
    return Matched({name: ones for name, ones in by_problem.items() if ones}, left)


def _appearance(one: NamedPicture) -> tuple[int, list[tuple[int, str]]]:
    """A sort key: windows and figures by number, files by name with numbers compared as numbers."""
    parts = re.findall(r"[0-9]+|[^0-9]+", one.name)
    return one.order, [(int(part), part) if part.isdecimal() else (-1, part) for part in parts]


def _problems(group: Sequence[NamedPicture], problems: Problems) -> list[str | None]:
    """The problem of each picture in a sorted group: files only, or shown pictures only.

    Names count only when they tell the problems apart: a number that all have is the homework's.
    """
    if len(problems.names) == 1:
        return [problems.names[0]] * len(group)
    texts = [_text(one) for one in group]
    strong = [_strong(text, problems) for text in texts]
    weak = [None if sure else found for sure, found in zip(strong, _weak(texts, problems), strict=True)]
    named = [sure or maybe for sure, maybe in zip(strong, weak, strict=True)]
    if len(group) > 1 and len(set(named)) == 1:
        named = [None] * len(group)
    if not any(named) and not any(strong):
        return list(problems.row(len(group)))
    return named


# -- by name --------------------------------------------------------------------------------

_WORDS = r"(?<![a-z])(?:problem|prob|pb|question|ques|exercise|exer|ex|task|quiz|q|p)"
_DIGITS = {digit: str(value) for value, digit in enumerate("零一二三四五六七八九")}
_SIZE = re.compile(r"[0-9]+\s*[x×*]\s*[0-9]+")
_BY_ORDER = re.compile(r"\s*(?:figure|window|窗口)\s*[0-9]+\s*")
_SUFFIX = re.compile(r"\.[a-z]{2,5}$")


def _text(one: NamedPicture) -> str:
    """The title or file name of a picture, in lower case and normalised (NFKC), without a file suffix."""
    text = unicodedata.normalize("NFKC", one.title if one.kind != "file" else one.name).lower()
    return _SUFFIX.sub("", text) if one.kind == "file" else text


def _strong(text: str, problems: Problems) -> str | None:
    """The only problem in a name with a word for problem, or with train or test."""
    for pattern in problems.words:
        found = {next(filter(None, one.groups())) for one in pattern.finditer(text)}
        if found:
            return _DIGITS.get(*found, *found) if len(found) == 1 else None
    return None


def _weak(texts: Sequence[str], problems: Problems) -> list[str | None]:
    """The only number in each name that not all names have there, if it is a problem."""
    numbers = [_numbers(text) for text in texts]
    shared = set.intersection(*map(set, numbers)) if len(numbers) > 1 else set()
    own = [[number for word, number in one if (word, number) not in shared] for one in numbers]
    if any(len(one) == 1 and one[0].lstrip("0") == str(problems.beyond) for one in own):
        return [None] * len(texts)  # the names number the pictures
    asked = [set(one) for one in own]
    return [one.pop() if len(one) == 1 and one <= set(problems.names) else None for one in asked]


def _numbers(text: str) -> list[tuple[str, str]]:
    """The numbers in a name, each with what stands before it; none in a library's `Figure 1`."""
    return [] if _BY_ORDER.fullmatch(text) else re.findall(r"([^0-9]*)([0-9]+)", _SIZE.sub(" ", text))
