"""Whatever is killed, a class that is graded again is graded as if nothing had been; three moments of it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.campaign.kills.results import differences, seen

TIMES = 3


@pytest.mark.needs("bwrap")
def test_a_class_whose_grader_steps_sandboxes_and_servers_are_killed_is_graded_alike(
    request: pytest.FixtureRequest,
) -> None:
    options = ["--seed", str(request.config.option.hypothesis_seed), "--times", str(TIMES), "--together", "1"]
    command = [sys.executable, "-m", "tests.campaign.kills", *options]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-1].startswith(f"{TIMES} kills (")
    assert done.stdout.endswith(", 0 classes with other results\n")


# -- what the campaign would find -----------------------------------------------------------


def written(room: Path, name: str, text: str) -> None:
    path = room / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


RECORD = "work/runs/board9/ada.jsonl"


@pytest.mark.parametrize(
    ("name", "before", "after", "told"),
    [
        (RECORD, '{"cpu_s": 1, "is": "AC"}', '{"cpu_s": 1, "is": "RTE"}', "differs (24 and 25 bytes)"),
        ("reports/index.html", '"cpu_s": 1', '"cpu_s": 2', "differs (10 and 10 bytes)"),
        ("reports/a.csv", "1", "", "differs (1 and 0 bytes)"),
    ],
)
def test_every_other_byte_counts(tmp_path: Path, name: str, before: str, after: str, told: str) -> None:
    written(tmp_path, name, before)
    expected = seen(tmp_path)
    written(tmp_path, name, after)
    [line] = differences(expected, seen(tmp_path))
    assert line.startswith(f"{name}: {told}")


def test_files_that_are_left_lost_or_opened_to_others_are_found(tmp_path: Path) -> None:
    for name in ("lost", "opened"):
        written(tmp_path, name, "")
        (tmp_path / name).chmod(0o600)
    expected = seen(tmp_path)
    (tmp_path / "lost").unlink()
    (tmp_path / "opened").chmod(0o644)
    written(tmp_path, "work/.partial-x", "")
    assert differences(expected, seen(tmp_path)) == [
        "lost: is gone",
        "opened: has mode 100644 instead of 100600",
        "work/.partial-x: is new",
    ]
