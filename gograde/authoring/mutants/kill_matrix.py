"""Summaries of the kill matrix: by mistake, by function of the reference program, and by case."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from gograde.authoring.mutants.kills import Kills
from gograde.listing import named

NAMED = 3
"""The most cases that are named; the others are counted."""

Matrix = Mapping[str, Sequence[str]]
"""Maps a mistake or a mutant to the cases (`batch/case`) that catch it."""


@dataclass(frozen=True)
class Faults:
    """The number of mutants of a function, the number caught, and the fewest cases that catch one."""

    function: str
    number: int
    caught: int
    fewest: int


@dataclass(frozen=True)
class Use:
    """The faults that a case catches; too few cases would catch `needed` of them without this case."""

    case: str
    mistakes: int
    mutants: int
    needed: int


def few(cases: Sequence[str]) -> str:
    """The names of the first cases, and the number of the others."""
    return named(cases, NAMED)


def by_function(kills: Kills) -> Iterator[Faults]:
    """The functions of the reference in source order; explained mutants count in `number` only."""
    heaps: dict[str, list[str]] = {}
    for name in kills.caught:
        heaps.setdefault(name.split(":")[0], []).append(name)
    for function, names in heaps.items():
        caught = [len(kills.caught[name]) for name in names if name not in kills.explained]
        yield Faults(function, len(names), sum(map(bool, caught)), min(caught, default=0))


def uses(mistakes: Matrix, kills: Kills | None, wanted: int) -> list[Use]:
    """The cases that catch at least one fault, sorted by name."""
    mutants = kills.caught if kills else {}
    of_mistakes, of_mutants = _counted(mistakes), _counted(mutants)
    needed = _counted(_scarce(mistakes, wanted)) + _counted(_scarce(mutants, kills.wanted if kills else 0))
    names = sorted(of_mistakes.keys() | of_mutants.keys())
    return [Use(name, of_mistakes[name], of_mutants[name], needed[name]) for name in names]


def _scarce(matrix: Matrix, wanted: int) -> Matrix:
    return {name: cases for name, cases in matrix.items() if len(cases) <= wanted}


def _counted(matrix: Matrix) -> Counter[str]:
    return Counter(case for cases in matrix.values() for case in cases)
