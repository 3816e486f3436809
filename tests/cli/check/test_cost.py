"""What a check costs is counted, not timed: runs in the sandbox, and the libraries that are loaded."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from gograde.resources import packages_dir
from gograde.sandbox.protocol import Backend, Job, RunResult
from gograde.sandbox.select import choose_backend
from gograde.workflow.checking import check_submission as checking

HEAVY = {"snakemake", "pandas", "pyarrow", "matplotlib", "numba", "scipy", "jinja2", "openpyxl"}
LOADED = "import json, sys; from gograde.cli.main import run_command; run_command(sys.argv[1:]); {0}"
TOLD = "print(); print(json.dumps([name.split('.')[0] for name in sys.modules]))"


@dataclass
class Counting:
    """A back end that counts its runs."""

    backend: Backend
    jobs: list[Job] = field(default_factory=list)

    @property
    def name(self) -> str:
        return self.backend.name

    def run(self, job: Job) -> RunResult:
        self.jobs.append(job)
        return self.backend.run(job)


@pytest.mark.parametrize(
    ("assignment", "sample", "runs"),
    [
        ("board9", "accepted/draws_own_png", 4),  # read, run, decode the pictures, score
        ("tromp-taylor", "accepted/python_flood", 12),  # read, ten cases, score
    ],
)
def test_the_runs_of_a_check(
    assignment: str, sample: str, runs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Counting(choose_backend())
    monkeypatch.setattr(checking, "choose_backend", lambda **_: box)
    path = packages_dir() / assignment / "submissions" / sample
    record = checking.check_submission(path, assignment, trust=False, backend=None)
    assert (record.verdict.value, len(box.jobs)) == ("AC", runs)


def test_a_check_loads_nothing_heavy(tmp_path: Path) -> None:
    sample = packages_dir() / "board-control" / "submissions" / "accepted" / "function"
    command = [sys.executable, "-c", LOADED.format(TOLD), "check", str(sample), "-a", "board-control"]
    said = subprocess.check_output(command, text=True, cwd=tmp_path)
    assert not HEAVY & set(json.loads(said.splitlines()[-1]))
