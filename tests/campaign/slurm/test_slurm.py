"""A class is graded alike by Slurm; the grader is killed while it is, and one starts anew."""

from __future__ import annotations

import subprocess
import sys

import pytest


@pytest.mark.needs("slurm", "bwrap")
def test_a_class_whose_grader_was_killed_is_graded_alike_on_a_cluster() -> None:
    command = [sys.executable, "-m", "tests.campaign.slurm", "killed", "--students", "4"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "killed: the same" in done.stdout
