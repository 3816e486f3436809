"""Judges hostile answers: the marks they earn, and whether reading them harms the grader."""

from pathlib import Path

from gograde.core.record import ScoreRecord
from gograde.core.verdict import Verdict
from gograde.sandbox.protocol import Backend
from tests.attacks.harness.corpus import Attack
from tests.attacks.harness.handed_in import formats, graded, prepare

__all__ = ["judge", "prepare"]


def judge(attack: Attack, backend: Backend, folder: Path, marker: str) -> str:
    """The evidence that the answer did harm or earned what it should not; "" when neither."""
    grading = graded(backend, folder, marker)
    if grading.record is None or grading.evidence:
        return grading.evidence
    formats(grading.record)
    right = frozenset(attack.artefact.right)
    got = _answered_rightly(grading.record)
    if got != right:
        return f"right answers to {sorted(got) or 'none'}, not to {sorted(right) or 'none'}"
    verdict = grading.record.verdict.value
    return "" if attack.artefact.verdict in ("", verdict) else f"the verdict is {verdict}"


def _answered_rightly(record: ScoreRecord) -> frozenset[str]:
    return frozenset(
        test.name.rpartition("/")[2]
        for test in record.tests
        if test.verdict is Verdict.AC and not test.name.endswith(" picture")
    )
