"""Each file counts in the ranking by length, and a program that runs a file as code is not in it."""

from collections.abc import Mapping

import pytest

from gograde.authoring.case_folders import sample_batches
from gograde.grading.grade import grade_submission
from gograde.intake.submission import submission_of
from gograde.package.package import find_package
from gograde.report.redact import for_student
from gograde.report.words.wording import golf_words
from gograde.sandbox.protocol import Backend
from gograde.scoring.record import ScoreRecord, SourceLength
from gograde.scoring.verdict import Verdict

PACKAGE = find_package("tromp-taylor")
[SHORT] = (PACKAGE.path / "submissions/accepted/python_short").glob("*.py")
CODE = SHORT.read_text().partition("\n")[2].rstrip("\n")
"""The shortest honest program, without its comment."""

HEX = CODE.encode().hex()
NAMES = {f"{'abcdef'[at // 230]}{HEX[at : at + 230]}": "" for at in range(0, len(HEX), 230)}
"""The program in the names of empty files."""


def graded(files: Mapping[str, str], sandbox: Backend) -> tuple[ScoreRecord, SourceLength]:
    submission = submission_of({path: text.encode() for path, text in files.items()}, "", {})
    record = grade_submission(submission, PACKAGE, sample_batches(PACKAGE), sandbox)
    assert record.submission.source is not None
    return record, record.submission.source


def test_an_honest_program_has_its_own_length(sandbox: Backend) -> None:
    record, source = graded({"golf.py": CODE}, sandbox)
    assert (record.verdict, source) == (Verdict.AC, SourceLength(characters=len(CODE), bytes=len(CODE)))
    assert golf_words(for_student(record), Verdict.AC) == f"length: {len(CODE)} characters"


ATTACKS: dict[str, tuple[dict[str, str], str]] = {
    "exec of a file": ({"golf.py": "exec(open('d').read())", "d": CODE}, "exec, open"),
    "a script and a file": ({"golf.sh": "python3 d", "d": CODE}, "d"),
    "a file of any kind": ({"golf.py": "import d", "d.py": CODE}, ""),
    "names of files": (
        {
            "golf.py": "import os\n"
            "exec(bytes.fromhex(''.join(n[1:]for n in sorted(os.listdir())if '/'<n<'g')))",
            **NAMES,
        },
        "exec, os",
    ),
    "hidden names": (
        {
            "golf.py": "import sys\nm=sys.modules\n"
            "m['built''ins'].__dict__['ex''ec'](m['io'].open('d').read())",
            "d": CODE,
        },
        "",
    ),
}  # fmt: skip


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_trick_makes_a_program_shorter(attack: str, sandbox: Backend) -> None:
    files, named = ATTACKS[attack]
    record, source = graded(files, sandbox)
    assert record.verdict is Verdict.AC
    assert source.characters > len(CODE)
    reason = f"it may run a file as code ({named})"
    assert source.unranked == (reason if named else "")
    if named:
        assert golf_words(for_student(record), Verdict.AC).startswith(
            f"not ranked by length: {reason}; hand in one file"
        )
    else:
        told = f"length: {source.characters} characters in {len(files)} files and their names"
        assert golf_words(for_student(record), Verdict.AC) == told
