"""The 5x5 game: a program is started for each move, and plays series against reference players.

What only authors, scorers and referees need is imported where it is used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gograde.authoring.assignment import Batch, CaseSet, Facts
from gograde.package.config import AssignmentConfig
from gograde.package.folder_check import Finding
from gograde.sandbox.protocol import StagedFile
from gograde.scoring.record import TestScore, Visibility

if TYPE_CHECKING:
    from gograde.authoring.mutant_kills import Kills


class LittleGo:
    """The assignment module `little-go`; its parts are the modules `little_go_…`."""

    id = "little-go"

    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
        from gograde.arena.series import series

        return series.read_batch(name, folder, public=public)

    def write_batch(self, batch: Batch) -> dict[str, bytes]:
        from gograde.arena.series import series

        return {series.SERIES: batch.cases[0].input}

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        """Nothing: what a program finds is made anew for every move."""
        return ()

    def score(
        self, batch: Batch, facts: Facts, config: AssignmentConfig, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        from gograde.assignments.little_go import score as little_go_score

        return little_go_score.score(batch, facts, config, visibility)

    def stdin(self, batch: Batch) -> bytes:
        return b""

    def generate(
        self, key: bytes, generator: Mapping[str, Any], config: AssignmentConfig
    ) -> tuple[Batch, ...]:
        from gograde.assignments.little_go import generate as little_go_generate

        return little_go_generate.generate(key, generator)

    def generate_sample(self, generator: Mapping[str, Any], config: AssignmentConfig) -> tuple[Batch, ...]:
        from gograde.assignments.little_go import generate as little_go_generate

        return little_go_generate.generate_sample(generator)

    def checks(self, cases: CaseSet) -> Mapping[str, Iterable[Finding]]:
        from gograde.assignments.little_go import checks as little_go_check

        return little_go_check.checks(cases)

    def kill_matrix(self, cases: CaseSet) -> Mapping[str, Sequence[str]]:
        """None: a program is not wrong on a case, it loses games."""
        return {}

    def mutants(self, cases: CaseSet) -> Kills | None:
        return None

    def oracles(self) -> Sequence[Any]:
        """Two referees: each tells from the moves of a game how it ended."""
        from gograde.arena.game.second_referee import replay
        from gograde.assignments.little_go.checks import refereed

        return (refereed, replay)


LITTLE_GO = LittleGo()
