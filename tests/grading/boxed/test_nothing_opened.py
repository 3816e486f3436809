"""The grader opens nothing that a program left behind: no decoder is loaded, no answer is scored in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PROGRAM = """
import sys
from pathlib import Path
from gograde.assignments.board9.assignment import Board9
from gograde.authoring.case_folders import sample_batches
from gograde.grading.boxed.sheet import Sheet
from gograde.grading.grade import grade_submission
from gograde.package.package import find_package
from gograde.sandbox.select import choose_backend

score = Board9.score

def watched(self, batch, facts, config, visibility):
    assert Sheet(batch, facts, visibility).is_harmless, facts
    return score(self, batch, facts, config, visibility)

Board9.score = watched
package = find_package("board9")
record = grade_submission(Path(sys.argv[1]), package, sample_batches(package), choose_backend())
print(*(test.verdict for test in record.tests))
print(*sorted(sys.modules))
"""

READERS = {
    "PIL", "numpy", "gograde.pictures.decode.in_box", "gograde.pictures.decode.render",
    "gograde.pictures.read.explain", "gograde.pictures.read.search",
    "gograde.grading.boxed.inside",
}  # fmt: skip
"""What looks into files of a program."""


@pytest.mark.parametrize("sample", ["draws_pil_files", "draws_tk"])
def test_grading_loads_no_reader_of_what_a_program_left(sample: str) -> None:
    folder = Path("cases/board9/submissions/accepted", sample)
    command = [sys.executable, "-c", PROGRAM, str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    verdicts, modules = done.stdout.splitlines()
    assert set(verdicts.split()) == {"AC"}
    assert set(modules.split()) & READERS == set()
