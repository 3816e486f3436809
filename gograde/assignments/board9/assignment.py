"""Reading a 9x9 board: seven problems, White to move, one move only.

What only authors and scorers need is imported where it is used: a step that runs a submission does
without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gograde.assignments.board9 import batch as board9_batch
from gograde.authoring.assignment import Batch, CaseSet, Facts
from gograde.package.config import AssignmentConfig
from gograde.package.folder_check import Finding
from gograde.sandbox.protocol import StagedFile
from gograde.scoring.record import TestScore, Visibility

if TYPE_CHECKING:
    from gograde.authoring.mutant_kills import Kills

LINES = b"\n" * 100
"""What a run finds on standard input: programs that end with `input("press enter")` get their line."""


class Board9:
    """The assignment module `board9`; its parts are the modules `board9_…`."""

    id = "board9"

    def read_batch(self, name: str, folder: Mapping[str, bytes], *, public: bool) -> Batch:
        return board9_batch.read_batch(name, folder, public=public)

    def write_batch(self, batch: Batch) -> dict[str, bytes]:
        return board9_batch.write_batch(batch)

    def stage(self, batch: Batch) -> tuple[StagedFile, ...]:
        return board9_batch.stage(batch)

    def score(
        self, batch: Batch, facts: Facts, config: AssignmentConfig, visibility: Visibility
    ) -> tuple[TestScore, ...]:
        from gograde.assignments.board9 import score as board9_score

        return board9_score.score(batch, facts, config, visibility)

    def stdin(self, batch: Batch) -> bytes:
        return LINES

    def generate(
        self, key: bytes, generator: Mapping[str, Any], config: AssignmentConfig
    ) -> tuple[Batch, ...]:
        from gograde.assignments.board9 import generate as board9_generate

        return board9_generate.generate(key, generator)

    def generate_sample(self, generator: Mapping[str, Any], config: AssignmentConfig) -> tuple[Batch, ...]:
        from gograde.assignments.board9 import generate as board9_generate

        return (board9_generate.generate_sample(generator),)

    def checks(self, cases: CaseSet) -> Mapping[str, Iterable[Finding]]:
        from gograde.assignments.board9 import checks as board9_check

        return board9_check.checks(cases)

    def kill_matrix(self, cases: CaseSet) -> Mapping[str, Sequence[str]]:
        from gograde.assignments.board9 import generate as board9_generate

        return board9_generate.kill_matrix(cases.hidden, cases.config.size)

    def mutants(self, cases: CaseSet) -> Kills | None:
        from gograde.assignments.board9 import mutants as board9_mutants

        return board9_mutants.mutants(cases)

    def oracles(self) -> Sequence[Callable[..., Any]]:
        from gograde.assignments.board9.oracle import fast_answer, slow_answer

        return (fast_answer, slow_answer)


BOARD9 = Board9()
