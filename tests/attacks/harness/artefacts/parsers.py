"""Judges hostile answers: the marks they earn, and whether reading them harms the grader.

The file of an attack may have `RIGHT`, the questions that it answers rightly in a valid form, and `VERDICT`,
the verdict that the whole submission must get.
"""

from __future__ import annotations

from pathlib import Path

from gograde.sandbox.protocol import Backend
from gograde.scoring.record import ScoreRecord
from gograde.scoring.verdict import Verdict
from tests.attacks.harness.artefact import load
from tests.attacks.harness.corpus import Attack
from tests.attacks.harness.handed_in import formats, graded, prepare

__all__ = ["judge", "prepare"]


def judge(attack: Attack, backend: Backend, folder: Path, marker: str) -> str:
    """The evidence that the answer did harm or earned what it should not; "" when neither."""
    module = load(attack)
    grading = graded(backend, folder, marker)
    if grading.record is None or grading.evidence:
        return grading.evidence
    formats(grading.record)
    right = frozenset(getattr(module, "RIGHT", ()))
    got = _answered_rightly(grading.record)
    if got != right:
        return f"right answers to {sorted(got) or 'none'}, not to {sorted(right) or 'none'}"
    verdict = getattr(module, "VERDICT", grading.record.verdict.value)
    return "" if verdict == grading.record.verdict.value else f"the verdict is {grading.record.verdict.value}"


def _answered_rightly(record: ScoreRecord) -> frozenset[str]:
    return frozenset(
        test.name.rpartition("/")[2]
        for test in record.tests
        if test.verdict is Verdict.AC and not test.name.endswith(" picture")
    )
