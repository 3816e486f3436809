"""Finds programs of a class that resemble each other: advice to a person, never a mark.

Handed-out passages and passages that many students have do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from gograde.intake.passages import CERTAIN_LENGTH, LENGTH, Passage, Sources

SHORTEST, CERTAIN = LENGTH, CERTAIN_LENGTH
"""Tokens of the shortest shared passage that may be found, and of one that is found wherever it begins."""

FEW = 12
"""Shared passages: a pair with fewer is not reported.  This many hold some 70 tokens."""

MANY = 10
"""Programs: a passage in no more than this many is never a common one."""

SHARE = 0.25
"""Share of all programs: a passage in more than this share and in more than `MANY` is a common one."""


@dataclass(frozen=True)
class Program:
    """A student's program."""

    student: str
    sources: Sources


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
class _Prints:
    """The lines of a program's chosen passages, by hash of the passage."""

    student: str
    places: Mapping[bytes, Sequence[Passage]]


def similar(programs: Sequence[Program], handed_out: Collection[bytes], least: float) -> list[Pair]:
    """The pairs in which one program shares at least `least` of its passages, the most alike first.

    `handed_out` are the passages of sources that every student had.
    """
    prints = [_prints(program, handed_out) for program in programs]
    common = _common(prints)
    kept = [_without(each, common) for each in prints]
    pairs = (_pair(one, other, least) for one, other in combinations(kept, 2))
    found = [pair for pair in pairs if pair]
    return sorted(found, key=lambda pair: (-pair.share, -pair.common, [side.student for side in pair.sides]))


def _prints(program: Program, handed_out: Collection[bytes]) -> _Prints:
    return _without(_Prints(program.student, program.sources.passages), handed_out)


def _common(prints: Sequence[_Prints]) -> set[bytes]:
    """The passages in so many programs that sharing them is no resemblance."""
    counts = Counter(gram for each in prints for gram in each.places)
    return {gram for gram, count in counts.items() if count > max(MANY, SHARE * len(prints))}


def _without(prints: _Prints, common: Collection[bytes]) -> _Prints:
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
