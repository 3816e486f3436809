"""How the series of little-go are made and checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from gograde.arena.game.second_referee import replay
from gograde.assignments.little_go.checks import checks, refereed
from gograde.assignments.little_go.generate import generate, generate_sample
from gograde.authoring.assignment import Batch
from gograde.authoring.case_set import CaseSet
from gograde.package.config import AssignmentConfig
from gograde.package.folder_check import Finding


class LittleGoAuthor:
    """Makes series from a key.  A program is not wrong on a case, it loses games: so it has no mistakes."""

    def generate(
        self, key: bytes, generator: Mapping[str, Any], config: AssignmentConfig
    ) -> tuple[Batch, ...]:
        return generate(key, generator)

    def generate_sample(self, generator: Mapping[str, Any], config: AssignmentConfig) -> tuple[Batch, ...]:
        return generate_sample(generator)

    def checks(self, cases: CaseSet) -> Mapping[str, Iterable[Finding]]:
        return checks(cases)

    def oracles(self, config: AssignmentConfig) -> Sequence[Callable[..., Any]]:
        """Two referees: each tells from the moves of a game how it ended."""
        return (refereed, replay)


AUTHOR = LittleGoAuthor()
