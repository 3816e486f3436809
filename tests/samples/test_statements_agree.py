"""English and Chinese say the same: section by section the same numbers, names, code, pictures and tables.

Words are not compared; whoever changes a number, a name or an example changes both, or is told here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gograde.authoring.new_package import CONTRACTS
from gograde.package.package import package_ids
from gograde.resources import packages_dir, starters_dir

FOLDERS = {
    **{name: packages_dir() / name for name in package_ids()},
    **{f"new {name}": starters_dir() / name for name in CONTRACTS},
}

PLACEHOLDERS = {"FOLDER": "文件夹", "row column": "行 列", "row column colour": "行 列 颜色"}
"""Code that stands for something of the student's is in the words of the language."""

_FENCE = re.compile(r"^```([\w-]+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_INDENTED = re.compile(r"(?:^ {4}.*\n|^\n(?= {4}))+", re.MULTILINE)
_CODE = re.compile(r"`([^`\n]+)`")
_IMAGE = re.compile(r"!\[[^\]]*\]\(([^)]+)\)")
_NUMBER = re.compile(r"(?<![A-Za-z0-9_.-])[−-]?\d+(?:\.\d+)?(?: (?:million|万))?")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.]*[A-Za-z0-9]")
_CHINESE = re.compile(r"[\u3000-\u9fff\uff00-\uffef“”‘’…]+")


def statement(name: str, language: str = "en") -> str:
    return (packages_dir() / name / "statement" / f"statement.{language}.md").read_text("utf-8")


def blocks(name: str) -> list[tuple[str, str]]:
    """The examples: kind and text of every marked block, in order."""
    return _FENCE.findall(statement(name))


COMPARED = ("level", "fences", "code", "images", "numbers", "rows", "bold", "steps")


@dataclass(frozen=True)
class Section:
    """What of a section does not depend on the language; `names` are the words in Latin letters."""

    level: int
    fences: tuple[tuple[str, str], ...]
    indented: tuple[str, ...]
    code: frozenset[str]
    images: tuple[str, ...]
    numbers: Counter[str]
    rows: tuple[int, ...]
    bold: int
    steps: int
    names: frozenset[str]


def sections(text: str) -> list[Section]:
    """The sections of a statement, from one heading to the next."""
    parts = re.split(r"^(?=#{1,6} )", _FENCE.sub(_hidden, text), flags=re.MULTILINE)
    return [_section(part) for part in parts if part.strip()]


def _hidden(match: re.Match[str]) -> str:
    """A fenced block in which no line begins like a heading."""
    return match[0].replace("\n#", "\n\x00#")


def _section(part: str) -> Section:
    fences = tuple(_FENCE.findall(part))
    rest = _FENCE.sub("", part)
    indented = tuple(line.rstrip() for block in _INDENTED.findall(rest) for line in block.splitlines())
    rest = _INDENTED.sub("", rest)
    code = [PLACEHOLDERS.get(word, word) for word in _CODE.findall(rest)]
    images = tuple(_IMAGE.findall(rest))
    words = _IMAGE.sub("", _CODE.sub(" ", rest))
    rows = tuple(line.count("|") for line in words.splitlines() if line.startswith("|"))
    return Section(
        level=len(part) - len(part.lstrip("#")),
        fences=fences,
        indented=indented,
        code=frozenset(code),
        images=images,
        numbers=Counter(map(_value, _NUMBER.findall(re.sub(r"(?<=\d)x(?=\d)", "×", words)))),
        rows=rows,
        bold=words.count("**") // 2,
        steps=len(re.findall(r"^(?:\d+\.|-) ", words, re.MULTILINE)),
        names=frozenset(_NAME.findall(words)),
    )


def _value(number: str) -> str:
    """A number as digits; `40 million` is `4000 万`."""
    digits, _, unit = number.replace("−", "-").partition(" ")
    return digits + {"": "", "million": "000000", "万": "0000"}[unit]


def _same_line(english: str, chinese: str) -> bool:
    """Whether two lines of an indented block agree; of one with words the rows of boards and the numbers."""
    if _CHINESE.search(chinese) is None:
        return english == chinese
    return _signs(english) == _signs(chinese) or english == chinese.replace("文件夹", "FOLDER")


def _signs(line: str) -> list[str]:
    return re.findall(r"(?<![\w.])(?:[.XO-]|\d+)(?![\w])", line)


def differences(english: str, chinese: str) -> Iterator[str]:
    """What two statements do not have in common."""
    ours, others = sections(english), sections(chinese)
    if len(ours) != len(others):
        yield f"{len(ours)} and {len(others)} sections"
    for number, (one, other) in enumerate(zip(ours, others, strict=False)):
        yield from (f"section {number}, {told}" for told in _differences(one, other))


def _differences(one: Section, other: Section) -> Iterator[str]:
    for part in COMPARED:
        if getattr(one, part) != getattr(other, part):
            yield f"{part}: {_told(getattr(one, part), getattr(other, part))}"
    if new := other.names - one.names:
        yield f"names: only in Chinese {sorted(new)}"
    if len(one.indented) != len(other.indented):
        yield f"indented: {len(one.indented)} and {len(other.indented)} lines"
    lines = zip(one.indented, other.indented, strict=False)
    yield from (f"indented: {a!r} and {b!r}" for a, b in lines if not _same_line(a, b))


def _told(one: object, other: object) -> str:
    if isinstance(one, Counter | frozenset) and isinstance(other, Counter | frozenset):
        return f"only in English {sorted(one - other)}, only in Chinese {sorted(other - one)}"
    return f"{one} and {other}"


def test_both_languages_say_the_same() -> None:
    for package in FOLDERS.values():
        folder = package / "statement"
        english, chinese = (
            (folder / f"statement.{language}.md").read_text("utf-8") for language in ("en", "zh")
        )
        assert list(differences(english, chinese)) == []
