"""How the series of little-go are made and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gograde.arena.game.second_referee import replay
from gograde.assignments.little_go.checks import checks, refereed
from gograde.assignments.little_go.generate import generate, generate_sample
from gograde.authoring.spec_author import CaseSet
from gograde.core.assignment import Batch
from gograde.package.config import AssignmentConfig
from gograde.package.package import Finding


class LittleGoAuthor:
    """Makes and checks series.  There are no known mistakes, since programs lose games."""

    def generate(
        self, key: bytes, generator: Mapping[str, Any], config: AssignmentConfig
    ) -> tuple[Batch, ...]:
        return generate(key, generator)

    def generate_sample(self, generator: Mapping[str, Any], config: AssignmentConfig) -> tuple[Batch, ...]:
        return generate_sample(generator)

    def checks(self, cases: CaseSet) -> Mapping[str, Iterable[Finding]]:
        return checks(cases)

    def oracles(self, config: AssignmentConfig) -> Sequence[Callable[..., Any]]:
        """The two referees; each gives the ending of a game from its moves."""
        return (refereed, replay)


AUTHOR = LittleGoAuthor()
