"""Which programs of a class resemble each other: advice to a person, never a mark.

Winnowing (Schleimer, Wilkerson, Aiken: Local algorithms for document fingerprinting, SIGMOD 2003)
over the tokens of the sources, in which every name that a student may choose is the same, and so is
every string.  A passage of `CERTAIN_LENGTH` tokens that two programs share is found for certain, one of fewer
than `LENGTH` never.  What was handed out counts for nothing, nor does what many of a class have.
"""

from __future__ import annotations

import keyword
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations

from gograde.intake.programs import language_of

LENGTH = 16
"""Tokens of a passage that is looked at."""

CERTAIN_LENGTH = 27
"""Tokens of a passage that is found wherever it begins."""

WIDE = 4
"""Bytes that stand for a token where passages are compared."""

FEW = 12
"""Common passages below which two programs are not told of; they hold some 70 tokens."""

MANY = 10
"""Programs: a passage in more of them may be a common one."""

SHARE = 0.25
"""Share of all programs: a passage in more than `MANY` and in more than this share is a common one."""

LONGEST = 256 * 1024
"""Bytes of all sources of a program; more is not compared."""

_BUILT_IN = """
abs all any bool dict enumerate filter float input int isinstance len list map max min object open print range
reversed round set sorted str sum super tuple type zip char const do switch case struct void sizeof
"""
_KEPT = frozenset({*keyword.kwlist, *_BUILT_IN.split()})
_STRING = (
    r'"""(?:[^\\]|\\.)*?(?:"""|\Z)'
    + r"|'''(?:[^\\]|\\.)*?(?:'''|\Z)"
    + (r'|"(?:[^"\\\n]|\\.)*"?' + r"|'(?:[^'\\\n]|\\.)*'?")
)
_REST = rf"(?P<string>{_STRING})|(?P<name>[^\W\d]\w*)|(?P<other>\d[\w.]*|\S)"
_TOKEN = {
    "c": re.compile(rf"//[^\n]*|/\*.*?(?:\*/|\Z)|{_REST}", re.DOTALL),
    "python": re.compile(rf"#[^\n]*|{_REST}", re.DOTALL),
}


@dataclass(frozen=True)
class Program:
    """The sources of a submission by path, as text."""

    student: str
    sources: Mapping[str, str]


@dataclass(frozen=True)
class Passage:
    """Lines of a source, from 1, both included."""

    path: str
    first: int
    last: int


@dataclass(frozen=True)
class Side:
    """One of two programs: the share of its own passages that the other has too, and where they are."""

    student: str
    share: float
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Pair:
    """Two programs that share `common` different passages."""

    common: int
    sides: tuple[Side, Side]

    @property
    def share(self) -> float:
        """The larger of both shares: a program may be a part of another."""
        return max(side.share for side in self.sides)


@dataclass(frozen=True)
class _Token:
    text: str
    line: int


@dataclass(frozen=True)
class _Prints:
    """Where the chosen passages of a program are, by what is in them."""

    student: str
    places: Mapping[bytes, Sequence[Passage]]


def similar(programs: Sequence[Program], handed_out: Mapping[str, str], least: float) -> list[Pair]:
    """The pairs of which one has at least the share `least` in the other, the most alike first.

    `handed_out` are sources by name that every student had.
    """
    known = {
        gram for path, source in handed_out.items() for gram, _, _ in _grams(_tokens(source, _language(path)))
    }
    prints = [_prints(program, known) for program in programs]
    kept = [_without(each, _common(prints)) for each in prints]
    pairs = (_pair(one, other, least) for one, other in combinations(kept, 2))
    found = [pair for pair in pairs if pair]
    return sorted(found, key=lambda pair: (-pair.share, -pair.common, [side.student for side in pair.sides]))


def _prints(program: Program, known: set[bytes]) -> _Prints:
    places: dict[bytes, list[Passage]] = {}
    for path, source in sorted(program.sources.items()):
        for gram, first, last in _winnowed(list(_grams(_tokens(source, _language(path))))):
            if gram not in known:
                places.setdefault(gram, []).append(Passage(path, first, last))
    return _Prints(program.student, places)


def _common(prints: Sequence[_Prints]) -> set[bytes]:
    """What so many programs have that it tells nothing of any two."""
    counts = Counter(gram for each in prints for gram in each.places)
    return {gram for gram, count in counts.items() if count > max(MANY, SHARE * len(prints))}


def _without(prints: _Prints, common: set[bytes]) -> _Prints:
    return _Prints(prints.student, {gram: at for gram, at in prints.places.items() if gram not in common})


def _pair(one: _Prints, other: _Prints, least: float) -> Pair | None:
    """What two programs share, if it is enough to be told."""
    shared = one.places.keys() & other.places.keys()
    if len(shared) < max(FEW, least * min(len(one.places), len(other.places))):
        return None
    return Pair(len(shared), (_side(one, shared), _side(other, shared)))


def _side(prints: _Prints, shared: Collection[bytes]) -> Side:
    found = sorted((at.path, at.first, at.last) for gram in shared for at in prints.places[gram])
    passages = tuple(_joined(Passage(*at) for at in found))
    return Side(prints.student, len(shared) / len(prints.places), passages)


def _joined(passages: Iterable[Passage]) -> Iterator[Passage]:
    """Passages in order, those that touch or lap as one."""
    last: Passage | None = None
    for passage in passages:
        if last and last.path == passage.path and passage.first <= last.last + 1:
            last = Passage(last.path, last.first, max(last.last, passage.last))
        else:
            if last:
                yield last
            last = passage
    if last:
        yield last


# ---------------------------------------------------------------- tokens and passages


def _language(path: str) -> str:
    """How comments are written in a source; those of a shell are as those of Python."""
    return "c" if language_of(path) == "c" or path.lower().endswith(".h") else "python"


def _tokens(source: str, language: str) -> list[_Token]:
    """What is no comment and no blank, with its line."""
    found: list[_Token] = []
    line, seen = 1, 0
    for match in _TOKEN[language].finditer(source):
        line += source.count("\n", seen, match.start())
        seen = match.start()
        text = _written(match)
        if text:
            found.append(_Token(text, line))
    return found


def _written(match: re.Match[str]) -> str:
    """What a token counts as; nothing for a comment."""
    if match["name"]:
        return match["name"] if match["name"] in _KEPT else "a name"
    return "a string" if match["string"] else match["other"] or ""


def _grams(tokens: Sequence[_Token]) -> Iterator[tuple[bytes, int, int]]:
    """Every passage: what is in it, its first and its last line."""
    short = {text: blake2b(text.encode(), digest_size=WIDE).digest() for text in {t.text for t in tokens}}
    written = b"".join(short[token.text] for token in tokens)
    for start in range(len(tokens) - LENGTH + 1):
        part = written[start * WIDE : (start + LENGTH) * WIDE]
        yield blake2b(part, digest_size=8).digest(), tokens[start].line, tokens[start + LENGTH - 1].line


def _winnowed(grams: Sequence[tuple[bytes, int, int]]) -> Iterator[tuple[bytes, int, int]]:
    """Of every window the least passage, the last one of equals; all of fewer passages than a window."""
    wide, last = CERTAIN_LENGTH - LENGTH + 1, -1
    ranks = [(gram, -place) for place, (gram, _, _) in enumerate(grams)]
    for start in range(max(1, len(grams) - wide + 1)):
        chosen = -min(ranks[start : start + wide], default=(b"", 1))[1]
        if chosen > last:
            yield grams[chosen]
            last = chosen
