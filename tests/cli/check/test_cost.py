"""What a check costs is counted, not timed: runs in the sandbox."""

from dataclasses import dataclass, field

import pytest

from gograde.resources import packages_dir
from gograde.sandbox.protocol import Backend, Job, RunResult
from gograde.sandbox.select import choose_backend
from gograde.workflow.checking import check_submission as checking


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
        ("tromp-taylor", "accepted/python_flood", 19),  # read, 17 cases, score
    ],
)
def test_the_runs_of_a_check(assignment, sample, runs, monkeypatch) -> None:
    box = Counting(choose_backend())
    monkeypatch.setattr(checking, "choose_backend", lambda **_: box)
    path = packages_dir() / assignment / "submissions" / sample
    record = checking.check_submission(path, assignment, trust=False)
    assert [(one.name, one.verdict, one.message) for one in record.tests if one.verdict != "AC"] == []
    assert (record.verdict.value, len(box.jobs)) == ("AC", runs)
