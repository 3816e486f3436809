"""Finds programs of a class that resemble each other: advice to a person, never a mark.

The method is winnowing (Schleimer, Wilkerson, Aiken: Local algorithms for document fingerprinting,
SIGMOD 2003) over the tokens of the sources.  All names that a student may choose count as equal, and
so do all strings.  A shared passage of `CERTAIN_LENGTH` tokens is always found, one of fewer than
`LENGTH` tokens never.  Handed-out passages and passages that many students have do not count.
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
"""Tokens of a passage."""

CERTAIN_LENGTH = 27
"""Tokens: a shared passage of this length is found wherever it begins."""

WIDE = 4
"""Bytes of a token's hash, from which passages are compared."""

FEW = 12
"""Shared passages: a pair with fewer is not reported.  This many hold some 70 tokens."""

MANY = 10
"""Programs: a passage in no more than this many is never a common one."""

SHARE = 0.25
"""Share of all programs: a passage in more than this share and in more than `MANY` is a common one."""

LONGEST = 256 * 1024
"""Bytes: a program whose sources are longer is not compared."""

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
    """The sources of a submission, as text by path."""

    student: str
    sources: Mapping[str, str]


@dataclass(frozen=True)
class Passage:
    """Lines `first` to `last` of a source, counted from 1, both included."""

    path: str
    first: int
    last: int


@dataclass(frozen=True)
class Side:
    """One program of a pair: the share of its passages that the other has too, and their lines."""

    student: str
    share: float
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class Pair:
    """Two programs that share `common` distinct passages."""

    common: int
    sides: tuple[Side, Side]

    @property
    def share(self) -> float:
        """The larger of both shares, since a program may be a part of the other."""
        return max(side.share for side in self.sides)


@dataclass(frozen=True)
class _Token:
    text: str
    line: int


@dataclass(frozen=True)
class _Prints:
    """The lines of a program's chosen passages, by hash of the passage."""

    student: str
    places: Mapping[bytes, Sequence[Passage]]


def similar(programs: Sequence[Program], handed_out: Mapping[str, str], least: float) -> list[Pair]:
    """The pairs in which one program shares at least `least` of its passages, the most alike first.

    `handed_out` maps names to sources that every student had.
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
    """The passages in so many programs that sharing them is no resemblance."""
    counts = Counter(gram for each in prints for gram in each.places)
    return {gram for gram, count in counts.items() if count > max(MANY, SHARE * len(prints))}


def _without(prints: _Prints, common: set[bytes]) -> _Prints:
    return _Prints(prints.student, {gram: at for gram, at in prints.places.items() if gram not in common})


def _pair(one: _Prints, other: _Prints, least: float) -> Pair | None:
    """The two programs as a pair; None when they share too little."""
    shared = one.places.keys() & other.places.keys()
    if len(shared) < max(FEW, least * min(len(one.places), len(other.places))):
        return None
    return Pair(len(shared), (_side(one, shared), _side(other, shared)))


def _side(prints: _Prints, shared: Collection[bytes]) -> Side:
    found = sorted((at.path, at.first, at.last) for gram in shared for at in prints.places[gram])
    passages = tuple(_joined(Passage(*at) for at in found))
    return Side(prints.student, len(shared) / len(prints.places), passages)


def _joined(passages: Iterable[Passage]) -> Iterator[Passage]:
    """The passages in order; passages that touch or overlap are joined."""
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
    """The comment syntax of a source; shell comments are like those of Python."""
    return "c" if language_of(path) == "c" or path.lower().endswith(".h") else "python"


def _tokens(source: str, language: str) -> list[_Token]:
    """The tokens of a source with their lines, without comments and blanks."""
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
    """The text that a token counts as; empty for a comment."""
    if match["name"]:
        return match["name"] if match["name"] in _KEPT else "a name"
    return "a string" if match["string"] else match["other"] or ""


def _grams(tokens: Sequence[_Token]) -> Iterator[tuple[bytes, int, int]]:
    """Every passage: its hash, its first line and its last line."""
    short = {text: blake2b(text.encode(), digest_size=WIDE).digest() for text in {t.text for t in tokens}}
    written = b"".join(short[token.text] for token in tokens)
    for start in range(len(tokens) - LENGTH + 1):
        part = written[start * WIDE : (start + LENGTH) * WIDE]
        yield blake2b(part, digest_size=8).digest(), tokens[start].line, tokens[start + LENGTH - 1].line


def _winnowed(grams: Sequence[tuple[bytes, int, int]]) -> Iterator[tuple[bytes, int, int]]:
    """The passage with the least hash of every window, the last of equals; short sources have one window."""
    wide, last = CERTAIN_LENGTH - LENGTH + 1, -1
    ranks = [(gram, -place) for place, (gram, _, _) in enumerate(grams)]
    for start in range(max(1, len(grams) - wide + 1)):
        chosen = -min(ranks[start : start + wide], default=(b"", 1))[1]
        if chosen > last:
            yield grams[chosen]
            last = chosen
