"""Whatever is killed, a class that is graded again is graded as if nothing had been; ten moments of it."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest

from tests.campaign.kills.changes import Changes
from tests.campaign.kills.moments import Moment, drawn
from tests.campaign.kills.results import differences, seen
from tests.campaign.kills.victims import VICTIMS, Process, family
from tests.sandboxes import bystander

TIMES = 6
KINDS = Counter(grader=2, group=2, step=2, sandbox=2, server=2)


@pytest.mark.needs("bwrap")
def test_a_class_whose_grader_steps_sandboxes_and_servers_are_killed_is_graded_alike(
    request: pytest.FixtureRequest,
) -> None:
    options = ["--seed", str(request.config.option.hypothesis_seed), "--times", str(TIMES), "--together", "2"]
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
    ("name", "before", "after"),
    [
        (
            RECORD,
            '{"cpu_s": 0.1, "wall_s": 1, "verdict": "AC"}',
            '{"cpu_s": 2e-05, "wall_s": 9, "verdict": "AC"}',
        ),
        ("taken_in.csv", "board9,ada,2026-11-25T14:41:37+00:00\n", "board9,ada,2027-01-01T00:00:00+00:00\n"),
        ("work/logs/play/little-go/00-00.log", "2 games played now\n", "0 games played now\n"),
        (
            "work/logs/run/little-go/ada.log",
            "programs are started anew from here on, since their server failed: 'gone'\nFix: x\n",
            "Fix: x\n",
        ),
        ("work/grader.lock", "4711", "12"),
        ("reports/measured/usage.csv", "0.12", "0.13"),
        ("work/.snakemake/log/1.log", "at noon", "at midnight"),
    ],
)
def test_times_and_process_ids_are_left_out(tmp_path: Path, name: str, before: str, after: str) -> None:
    written(tmp_path, name, before)
    expected = seen(tmp_path)
    written(tmp_path, name, after)
    assert differences(expected, seen(tmp_path)) == []


@pytest.mark.parametrize(
    ("name", "before", "after", "told"),
    [
        (
            RECORD,
            '{"cpu_s": 1, "verdict": "AC"}',
            '{"cpu_s": 1, "verdict": "RTE"}',
            "differs (29 and 30 bytes)",
        ),
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


def test_a_digest_of_what_took_another_time_is_the_same(tmp_path: Path) -> None:
    """The names of blobs, and the digests of scores in an index, follow from what a run used."""
    found = []
    for used in ("1.5", "0.25"):
        room = tmp_path / used
        text = f'{{"wall_s": {used}}}'
        digest = hashlib.sha256(text.encode()).hexdigest()
        written(room, f"work/blobs/{digest[:2]}/{digest}", text)
        written(room, "work/scores/board9/slice-01.index", f'{{"ada": "{digest}"}}')
        found.append(seen(room))
    assert differences(*found) == []


def test_changes_of_files_are_counted_in_new_folders_too(tmp_path: Path) -> None:
    with Changes(tmp_path) as changes:
        assert changes.read() == 0
        (tmp_path / "new/inner").mkdir(parents=True)
        assert changes.read() == 1
        written(tmp_path, "new/inner/file", "text")
        assert changes.read() == 3  # made, written, closed


def test_a_seed_draws_moments_of_all_kinds() -> None:
    spans = dict.fromkeys(VICTIMS, 80)
    rounds = list(islice(drawn(7, spans, 8), 2))
    assert rounds == list(islice(drawn(7, spans, 8), 2))
    assert rounds != list(islice(drawn(8, spans, 8), 2))
    assert Counter(moment.victim for one in rounds for moment in one) == KINDS
    assert all(1 <= moment.after <= 10 for one in rounds for moment in one)
    assert str(Moment("step", 3, 4, waits=True)) == "step 4 after 3"


def test_the_family_of_a_process_is_found_with_its_words() -> None:
    with bystander("a word of its own") as child:
        words = [process.words for process in family(Process(os.getpid(), ())) if process.pid == child.pid]
    assert [one[-1] for one in words] == ["a word of its own"]
