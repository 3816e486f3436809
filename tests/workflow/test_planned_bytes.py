"""The graded bytes are the planned bytes, and the record identifies them."""

import json
import shutil
from pathlib import Path
from typing import Any

from gograde.classroom.classroom import load_class
from gograde.intake.submission import take_in
from gograde.workflow import grade_class
from gograde.workflow.plan import Request
from gograde.workflow.progress import Progress
from gograde.workflow.snakemake_run import Options, run_workflow

Room = Any  # the fixtures' own class; tests cannot import their conftest

ALICE = "submissions/board9/alice"
OTHER = "print('another program')\n"


def program_of(room: Room) -> Path:
    (path,) = (path for path in (room.path / ALICE).rglob("*.py"))
    return Path(path)


def record_of(room: Room) -> dict[str, Any]:
    lines = (room.path / "work/runs/board9/alice.jsonl").read_text().splitlines()
    header: dict[str, Any] = json.loads(lines[0])
    return header


def test_scores_are_never_made_of_another_submission_than_was_planned(graded: Room) -> None:
    program_of(graded).write_text(OTHER)
    assert graded.gograde("step", "plan", str(graded.path)).code == 0
    done = graded.gograde("step", "score", str(graded.path), "board9", "00")
    assert (done.code, done.err.splitlines()[-2:]) == (
        4,
        [
            f"{graded.path}/work/runs/board9/alice.jsonl: the run of another submission than was planned",
            "Fix: run gograde run again",
        ],
    )


def test_a_submission_that_changes_after_the_plan_is_graded_as_planned(graded, monkeypatch) -> None:
    """They are run once, the change is told, and the next plan drops them."""
    calls: list[Path] = []

    def swapping(work: Path, options: Options, progress: Progress) -> int:
        shutil.rmtree(graded.path / ALICE)
        (graded.path / ALICE).symlink_to(graded.path / "hidden")
        calls.append(work)
        return run_workflow(work, options, progress)

    program_of(graded).write_text(OTHER)
    planned = take_in(graded.path / ALICE).sha256
    monkeypatch.setattr(grade_class, "run_workflow", swapping)
    summary = grade_class.grade_class(load_class(graded.path), Request(cores=2))
    assert (summary.tallies[0].judge_errors, len(calls)) == ((), 1)
    assert record_of(graded)["sha256"] == planned
    done = graded.gograde("report", str(graded.path))
    assert "board9: the work of alice changed after these marks were made" in done.err
    assert graded.gograde("step", "plan", str(graded.path)).code == 0
    assert graded.gograde("step", "run", str(graded.path), "board9", "alice").code == 0
    assert record_of(graded)["message"] == "alice: a symbolic link"
    assert not (graded.path / f"work/taken/{planned}.json").exists()
