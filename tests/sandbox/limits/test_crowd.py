"""A run that fails beside a run of the same user with too many processes is repeated."""

from dataclasses import replace

import pytest

from gograde.sandbox.protocol import Ended, RunResult
from gograde.sandbox.run import carry_out as crowd
from gograde.sandbox.run.carry_out import uncrowded

ENDED = RunResult("none", 0, None, None, 1.0, 10.0, 0, b"", b"", 0, 0, {}, {})


@pytest.fixture(autouse=True)
def records(tmp_path, monkeypatch):
    """Records of this test's own."""
    monkeypatch.setattr(crowd, "lock_folder", lambda: tmp_path)


@pytest.mark.parametrize(
    ("users", "code", "bombs", "runs"),
    [
        (False, 2, 1, 2), (False, None, 1, 2), (False, 2, 2, 3), (False, 2, 9, 3), (False, 2, 0, 1),
        (False, 0, 1, 1), (True, 2, 1, 1),
    ],
)  # fmt: skip
def test_who_failed_beside_a_fork_bomb_of_the_same_user_runs_again(monkeypatch, users, code, bombs, runs):
    """The neighbours, fork bombs, are ended one after another, each during a run."""
    monkeypatch.setattr(crowd, "has_users", lambda: users)
    done: list[RunResult] = []

    def neighbour() -> RunResult:
        return replace(ENDED, exit_code=None, signal=9, killed_for=Ended.PROCESSES)

    def run() -> RunResult:
        if len(done) < bombs:
            assert uncrowded("none", neighbour).killed_for is Ended.PROCESSES
        done.append(replace(ENDED, exit_code=code, signal=None if code is not None else 6))
        return done[-1]

    assert uncrowded("none", run) is done[-1]
    assert len(done) == runs
