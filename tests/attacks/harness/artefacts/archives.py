"""Judges hostile archives and folders: refused by the entry's name, or accepted without harm."""

from pathlib import Path

from gograde.core.record import ScoreRecord
from gograde.core.verdict import Verdict
from gograde.intake.submission import take_in
from gograde.sandbox.protocol import Backend
from tests.attacks.harness.corpus import Attack
from tests.attacks.harness.hand_in import HAND_IN
from tests.attacks.harness.handed_in import formats, graded, prepare
from tests.fuzz.archives import opened

__all__ = ["judge", "prepare"]


def judge(attack: Attack, backend: Backend, folder: Path, marker: str) -> str:
    """The evidence of harm, or of a refusal that does not say why; "" when neither."""
    grading = graded(backend, folder, marker)
    if grading.record is None or grading.evidence:
        return grading.evidence
    if attack.artefact.secret and _comes_in(folder, marker, grading.record):
        return "the secret came in"
    if attack.artefact.refusal:
        return _refused(grading.record, attack.artefact.refusal.replace("MARKER", marker))
    verdict = grading.record.verdict.value
    return "" if attack.artefact.taken in ("", verdict) else f"the verdict is {verdict}"


def _refused(record: ScoreRecord, words: str) -> str:
    if record.verdict is not Verdict.CE:
        return f"not refused: {record.verdict.value}"
    return "" if words in record.message else f"refused without saying {words!r}: {record.message}"


def _comes_in(folder: Path, marker: str, record: ScoreRecord) -> bool:
    files = opened(take_in(folder / HAND_IN)).files.values()
    return any(marker.encode() in data for data in files) or marker in "".join(formats(record).values())
