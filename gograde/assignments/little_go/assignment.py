"""The 5x5 game: a program is started for each move, and plays series against reference players.

Modules that only scorers and referees need are imported inside functions.
"""

from __future__ import annotations

from collections.abc import Mapping

from gograde.core.assignment import Batch, Facts
from gograde.core.marking import Marking
from gograde.core.record import TestScore, Visibility
from gograde.sandbox.protocol import StagedFile


class LittleGo:
    """A batch is one case: a series of games against one opponent."""

    id = "little-go"

    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
        from gograde.arena.series import read_batch

        return read_batch(name, folder, public=public)

    def write_batch(self, batch: Batch) -> dict[str, bytes]:
        from gograde.arena.series import SERIES

        return {SERIES: batch.cases[0].input}

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        """No files, since the referee writes the program's input before every move."""
        return ()

    def stdin(self, batch: Batch) -> bytes:
        return b""

    def score(
        self, batch: Batch, facts: Facts, marking: Marking, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        from gograde.assignments.little_go.score import score

        return score(batch, facts, marking, visibility)


ASSIGNMENT = LittleGo()
