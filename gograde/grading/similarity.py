"""Finds programs of a class that resemble each other: advice to a person, never a mark.

Programs that are nearly the same are clusters.  Else handed-out passages and passages that many students have
do not count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, combinations

from gograde.codec import replace
from gograde.intake.passages import CERTAIN_LENGTH, LENGTH, Passage, Sources

SHORTEST, CERTAIN = LENGTH, CERTAIN_LENGTH
"""Tokens of the shortest shared passage that may be found, and of one that is found wherever it begins."""

FEW = 12
"""Shared passages: a pair with fewer is not reported.  This many hold some 70 tokens."""

MANY = 10
"""Clusters: a passage in no more than this many is never a common one."""

SHARE = 0.25
"""Share of all clusters: a passage in more than this share and in more than `MANY` is a common one."""

NEARLY = 0.9
"""Share of the passages of either program: two that have this much in common are nearly the same."""


@dataclass(frozen=True)
class ComparedProgram:
    """A program by its name: the id of a student, or what a program outside the class is called."""

    name: str
    sources: Sources


@dataclass(frozen=True)
class Known:
    """What every student was handed out: its passages, and the texts of its files."""

    passages: Collection[bytes] = ()
    texts: Collection[str] = ()


@dataclass(frozen=True)
class PairSide:
    """One program of a pair: the share of its passages that the other has too, and their lines."""

    name: str
    share: float
    passages: tuple[Passage, ...]


@dataclass(frozen=True)
class SimilarPair:
    """Two programs that share `common` distinct passages."""

    common: int
    sides: tuple[PairSide, PairSide]

    @property
    def share(self) -> float:
        """The larger of both shares, since a program may be a part of the other."""
        return max(side.share for side in self.sides)


@dataclass(frozen=True)
class Cluster:
    """The names of students whose programs are the same or nearly the same.

    `identical` says that the texts of all of them are equal but for blanks at the ends of lines.
    """

    names: tuple[str, ...]
    identical: bool


@dataclass(frozen=True)
class Likeness:
    """Who resembles whom: the largest cluster and the most alike pair first.

    Each cluster gives the pairs of its first program with its others; elsewhere its first program stands for
    all of them.  `common` counts the passages that too many have.
    """

    clusters: tuple[Cluster, ...]
    pairs: tuple[SimilarPair, ...]
    common: int


@dataclass(frozen=True)
class _Prints:
    """A program's own texts, and the lines of its own passages by the passage's hash."""

    name: str
    texts: tuple[str, ...]
    places: Mapping[bytes, Sequence[Passage]]


def similar(
    programs: Sequence[ComparedProgram], known: Known, least: float, others: Sequence[ComparedProgram] = ()
) -> Likeness:
    """Who resembles whom: a pair has `least` of the passages of one program in common.

    Programs that are the same or nearly so are told whatever their number, since passages are counted by
    cluster.  Of the `others`, which are not of the class, the most alike is told.
    """
    clusters = _clusters([_prints(each, known) for each in programs])
    common = _common(clusters)
    firsts = [_without(cluster[0], common) for cluster in clusters]
    strangers = [_without(_prints(each, known), common) for each in others]
    found = chain(
        (_pair(cluster[0], each, 0.0) for cluster in clusters for each in cluster[1:]),
        (_pair(one, other, least) for one, other in combinations(firsts, 2)),
        (_most_alike(first, strangers, least) for first in firsts),
    )
    groups = (_cluster(each) for each in clusters if len(each) > 1)
    return Likeness(
        tuple(sorted(groups, key=lambda each: (-len(each.names), each.names))),
        tuple(sorted((pair for pair in found if pair), key=_rank)),
        len(common),
    )


def plain(text: str) -> str:
    """A text without blanks at the ends of its lines and of itself."""
    return "\n".join(line.rstrip() for line in text.split("\n")).rstrip()


def _rank(pair: SimilarPair) -> tuple[float, int, list[str]]:
    return -pair.share, -pair.common, [side.name for side in pair.sides]


def _prints(program: ComparedProgram, known: Known) -> _Prints:
    texts = {plain(text) for text in program.sources.texts.values()}.difference(known.texts, ("",))
    places = {gram: at for gram, at in program.sources.passages.items() if gram not in known.passages}
    return _Prints(program.name, tuple(sorted(texts)), places)


def _clusters(programs: Sequence[_Prints]) -> list[list[_Prints]]:
    """The programs in clusters: whoever is nearly the same as one of a cluster is in it."""
    clusters: list[list[_Prints]] = []
    for each in programs:
        joined, apart = [each], list[list[_Prints]]()
        for cluster in clusters:
            if any(_nearly_same(each, other) for other in cluster):
                joined = [*cluster, *joined]
            else:
                apart.append(cluster)
        clusters = [*apart, joined]
    return clusters


def _nearly_same(one: _Prints, other: _Prints) -> bool:
    if one.texts and one.texts == other.texts:
        return True
    shared = len(one.places.keys() & other.places.keys())
    return shared >= max(FEW, NEARLY * max(len(one.places), len(other.places)))


def _cluster(programs: Sequence[_Prints]) -> Cluster:
    identical = len({each.texts for each in programs}) == 1
    return Cluster(tuple(each.name for each in programs), identical)


def _common(clusters: Sequence[Sequence[_Prints]]) -> set[bytes]:
    """The passages in so many clusters that sharing them is no resemblance."""
    counts = Counter(
        gram for cluster in clusters for gram in {gram for each in cluster for gram in each.places}
    )
    return {gram for gram, count in counts.items() if count > max(MANY, SHARE * len(clusters))}


def _most_alike(first: _Prints, others: Sequence[_Prints], least: float) -> SimilarPair | None:
    pairs = (_pair(first, other, least) for other in others)
    return min((pair for pair in pairs if pair), key=_rank, default=None)


def _without(prints: _Prints, common: Collection[bytes]) -> _Prints:
    return replace(prints, places={gram: at for gram, at in prints.places.items() if gram not in common})


def _pair(one: _Prints, other: _Prints, least: float) -> SimilarPair | None:
    """The two programs as a pair; None when they share too little."""
    shared = one.places.keys() & other.places.keys()
    if len(shared) < max(FEW, least * min(len(one.places), len(other.places))):
        return None
    return SimilarPair(len(shared), (_side(one, shared), _side(other, shared)))


def _side(prints: _Prints, shared: Collection[bytes]) -> PairSide:
    found = sorted((at.path, at.first, at.last) for gram in shared for at in prints.places[gram])
    passages = tuple(_joined(Passage(*at) for at in found))
    return PairSide(prints.name, len(shared) / len(prints.places), passages)


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
