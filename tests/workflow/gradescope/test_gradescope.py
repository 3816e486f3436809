"""An autograder for Gradescope, from the command that packs it to the results that it writes."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from gograde.authoring.case_folders import hidden_files, sample_batches
from gograde.cli.main import run_command
from gograde.cli.packages import autograde
from gograde.codec import of_value
from gograde.package.package import find_package
from gograde.report.exports.checks import FAILED
from gograde.resources import packages_dir
from gograde.workflow.gradescope.autograder import METADATA, Autograder, late_of, read_metadata
from tests.golden import commands_agree, values_agree

SAMPLES = packages_dir() / "board-control" / "submissions"
RIGHT = SAMPLES / "accepted" / "function" / "chessboard.py"
COMMAND = ("cases", "export", "--to", "gradescope")
NOW_AND_THEN = {
    "id": 123456,
    "created_at": "2026-11-16T09:30:00.365935-08:00",
    "assignment": {
        "due_date": "2026-11-15T23:59:00.000000-08:00", "group_size": 4, "id": 25828, "late_due_date": None,
        "title": "Homework 1", "total_points": "20.0",
    },
    "submission_method": "upload",
    "users": [{"email": "alice@example.org", "id": 1234, "name": "Alice"}],
    "previous_submissions": [],
}  # fmt: skip
CLASS = """\
schema: gograde/class/v1
title: Autumn
assignments:
  board-control:
    due: "2026-11-01T23:59:00+08:00"
    visibility: after_published
    late: {policy: constant-penalty, penalty: 1}
"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class whose hidden cases are the public ones under another name."""
    folder, package = tmp_path_factory.mktemp("class"), find_package("board-control")
    (folder / "class.yaml").write_text(CLASS)
    (folder / "roster.csv").write_text("student_id,last_name,first_name,email\nalice,Li,Alice,\n")
    batches = [
        replace(one, name=one.name.removeprefix("sample-"), public=False) for one in sample_batches(package)
    ]
    for path, data in hidden_files(package, batches).items():
        file = folder / "hidden" / "board-control" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
    return folder


def packed(archive: Path, *options: object) -> Path:
    """The archive that the command writes."""
    words = [*COMMAND, "board-control", "-o", str(archive), *map(str, options)]
    assert run_command(words) == 0
    return archive


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory, room: Path) -> Path:
    """One with the hidden cases of the class."""
    return packed(tmp_path_factory.mktemp("packed") / "autograder.zip", "--hidden", room)


def laid_out(top: Path, archive: Path, submission: str, metadata: Mapping[str, Any] = NOW_AND_THEN) -> Path:
    """The folder as Gradescope lays it out; our own interpreter stands for the one that setup.sh installs."""
    for name in ("source/venv/bin", "results", "submission"):
        (top / name).mkdir(parents=True)
    with zipfile.ZipFile(archive) as file:
        file.extractall(top / "source")
    python = top / "source/venv/bin/python"
    python.write_text(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    python.chmod(0o755)
    shutil.copy(top / "source/run_autograder", top / "run_autograder")
    (top / "submission/chessboard.py").write_text(submission)
    (top / "submission_metadata.json").write_text(json.dumps(metadata))
    return top


def results(top: Path) -> Any:
    return json.loads((top / "results/results.json").read_text())


def started(top: Path) -> subprocess.CompletedProcess[str]:
    """What Gradescope starts for a submission, in a clean environment."""
    names = ("PATH", "HOME", "XDG_CACHE_HOME")
    env = {name: os.environ[name] for name in names if name in os.environ}
    command = ["bash", str(top / "run_autograder")]
    return subprocess.run(command, env=env, capture_output=True, text=True, check=False)


HOSTILE = """

import os
for path in ("{top}/results/results.json", "/autograder/results/results.json", "../results/results.json"):
    try:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write('{{"score": 1000}}')
    except OSError:
        pass
for path in ("{top}/source/hidden/manifest.json", "{top}/source/autograder.json"):
    try:
        open(path).close()
    except OSError:
        continue
    raise SystemExit(f"seen {{path}}")
"""


def test_a_submission_is_graded_as_it_is_uploaded(tmp_path: Path, archive: Path) -> None:
    """The points of hidden cases, less a point a day; a program that wants to write its own results."""
    top = tmp_path / "autograder"
    laid_out(top, archive, RIGHT.read_text() + HOSTILE.format(top=top))
    done = started(top)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("programs run in the sandbox ")
    told = results(top)
    most = sum(test["max_score"] for test in told["tests"])
    assert (told["score"], most) == (most - 1, 32)
    assert "Late: 1 day late: 1 points a day; taken off: 1." in told["output"]
    assert "seen" not in json.dumps(told)
    assert {test["visibility"] for test in told["tests"]} == {"visible", "after_published"}
    assert not any("max_score" in test and test["score"] > test["max_score"] for test in told["tests"])


def test_what_is_packed(archive: Path) -> None:
    """Nothing that solves the assignment, no address, and every library by its hash."""
    with zipfile.ZipFile(archive) as file:
        names = file.namelist()
        scripts = {name: file.getinfo(name).external_attr >> 16 for name in ("setup.sh", "run_autograder")}
        texts = {name: file.read(name).decode() for name in (*scripts, "requirements.txt")}
    assert set(scripts.values()) == {0o755}
    assert not [name for name in names if name.startswith("package/submissions/") or "author.py" in name]
    assert "hidden/manifest.json" in names
    assert "--require-hashes -r requirements.txt" in texts["setup.sh"]
    assert not [name for name, text in texts.items() if "://" in text]
    pins = [line for line in texts["requirements.txt"].splitlines() if line[0].isalnum()]
    assert all("==" in pin and pin.endswith("\\") for pin in pins)
    assert {"click", "msgspec", "numpy"} <= {pin.split("==")[0] for pin in pins}


def test_the_same_input_gives_the_same_archive(archive: Path, room: Path, tmp_path: Path) -> None:
    again = packed(tmp_path / "again.zip", "--hidden", room)
    assert again.read_bytes() == archive.read_bytes()


def test_the_tools_of_a_language_are_installed(tmp_path: Path) -> None:
    for words, tools in (((), ["gcc", "libc6-dev"]), (("--language", "shell"), [])):
        assert run_command([*COMMAND, "tromp-taylor", "-o", str(tmp_path / "a.zip"), *words]) == 0
        with zipfile.ZipFile(tmp_path / "a.zip") as file:
            assert file.read("tools.txt").decode().split() == tools


def test_a_package_of_ones_own_brings_its_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what that imports of gograde."""
    monkeypatch.chdir(tmp_path)
    assert run_command(["cases", "new", "liberties"]) == 0
    assert run_command([*COMMAND, "./liberties", "-o", "a.zip"]) == 0
    source = (tmp_path / "liberties/submissions/accepted/flood/liberties.py").read_text()
    top = laid_out(tmp_path / "autograder", tmp_path / "a.zip", source)
    (top / "submission/chessboard.py").rename(top / "submission/liberties.py")
    assert (started(top).returncode, results(top)["score"]) == (0, 2)


def test_bash_can_read_the_scripts(archive: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(archive) as file:
        for name in ("setup.sh", "run_autograder"):
            file.extract(name, tmp_path)
            subprocess.run(["bash", "-n", str(tmp_path / name)], check=True)


def test_the_command_says_how_many_points_there_are(tmp_path, room, capsys) -> None:
    packed(tmp_path / "public.zip")
    said = capsys.readouterr().out
    assert "Points of the assignment on Gradescope: 13\n" in said
    assert said.endswith("Public cases carry no marks: each test counts 1 point, for orientation.\n")
    packed(tmp_path / "hidden.zip", "--hidden", room)
    assert "Points of the assignment on Gradescope: 32\n" in capsys.readouterr().out


# -- the grader fails -----------------------------------------------------------------------


def test_a_grader_that_does_not_start_gives_no_points(tmp_path: Path, archive: Path) -> None:
    """Gradescope reports that the autograder failed where there is no score; 0 points would be a mark."""
    top = laid_out(tmp_path / "autograder", archive, RIGHT.read_text())
    (top / "source/venv/bin/python").unlink()
    assert started(top).returncode == 127
    told = results(top)
    assert (told["output"], told["tests"], "score" in told) == (FAILED, [], False)


@pytest.fixture
def top(tmp_path: Path, archive: Path) -> Path:
    """A folder with a right program."""
    return laid_out(tmp_path / "autograder", archive, RIGHT.read_text())


def failed(top: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Grade what must fail; what staff are told."""
    assert autograde.main(["run", str(top)]) == 4
    told = results(top)
    assert (told["output"], told["tests"], "score" in told) == (FAILED, [], False)
    return capsys.readouterr().out


def test_a_package_that_was_changed_is_a_judge_error(top: Path, capsys) -> None:
    with (top / "source/package/assignment.yaml").open("a") as file:
        file.write("# changed\n")
    assert f"{top}/source/package/assignment.yaml" in failed(top, capsys)


def test_a_fault_of_our_own_is_a_judge_error(top: Path, capsys, monkeypatch) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("::error::what happened")

    monkeypatch.setattr(autograde, "grade", broken)
    said = failed(top, capsys)
    assert "RuntimeError: ::error::what happened" in said
    assert not [line for line in said.splitlines() if line.startswith("::")]


@pytest.mark.parametrize(
    ("metadata", "said"),
    [
        (None, "submission_metadata.json: no such file\nFix: "),
        (b"{", "submission_metadata.json"),
        (b'{"created_at": "yesterday"}', "created_at"),
        (b'{"created_at": "2026-11-16T09:30:00"}', "created_at"),
        (b'{"assignment": {"due_date": "2026-11-16T09:30:00Z"}}', "created_at"),
        (b"[" * 100_000, "submission_metadata.json"),
    ],
)
def test_lateness_that_is_not_known_is_a_judge_error(top: Path, capsys, metadata, said) -> None:
    """The time of grading never stands for that of the submission."""
    path = top / "submission_metadata.json"
    path.unlink() if metadata is None else path.write_bytes(metadata)
    assert said in failed(top, capsys)


# -- lateness -------------------------------------------------------------------------------

MONDAY = "2026-11-16T09:30:00Z"


def days_late(folder: Path, dates: Any, of_users: Any, of_class: str | None) -> str:
    """The days and their penalty of 50 points."""
    users = [{"id": 1, **({"assignment": {"due_date": one}} if one else {})} for one in of_users]
    value = {"created_at": MONDAY, "assignment": dates, "users": users, "new_key": 1}
    (folder / METADATA).write_text(json.dumps(value))
    late = {"policy": "percentage-penalty", "penalty": 10}
    settings = of_value(Autograder, {"assignment": "board-control", "late": late, "due": of_class})
    found = late_of(settings, read_metadata(folder), 50)
    return f"{found.days} days, {found.penalty:g} points" if found else "in time"


def test_days_late_are_those_of_gradescope(tmp_path: Path) -> None:
    values_agree("workflow/gradescope.txt", late=partial(days_late, tmp_path))


def test_without_late_rules_no_times_are_needed(tmp_path: Path) -> None:
    """And a program that cannot be started is a verdict with points, which are 0."""
    top = laid_out(tmp_path / "autograder", packed(tmp_path / "public.zip"), "")
    (top / "submission_metadata.json").unlink()
    (top / "submission/chessboard.py").unlink()
    assert autograde.main(["run", str(top)]) == 0
    told = results(top)
    assert (told["score"], {test["max_score"] for test in told["tests"]}) == (0, {1})
    assert "no files in it" in told["output"]


# -- what cannot be packed ------------------------------------------------------------------


def test_what_does_not_fit_is_refused(tmp_path: Path, room: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A class with free late days, and one without the assignment, are none for Gradescope."""
    named = {room: "CLASS", tmp_path / "free": "FREE", tmp_path / "other": "OTHER", tmp_path / "a.zip": "ZIP"}
    named[Path.cwd()] = "HERE"
    changes = {"free": ("constant-penalty", "late-days"), "other": ("board-control", "board9")}
    for name, change in changes.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "class.yaml").write_text(CLASS.replace(*change))
        shutil.copy(room / "roster.csv", tmp_path / name)
        shutil.copytree(room / "hidden", tmp_path / name / "hidden")
    commands_agree("workflow/gradescope-refused.txt", named, capsys)
    assert not (tmp_path / "a.zip").exists()


def test_extensions_of_a_class_are_told(tmp_path: Path, room: Path, capsys) -> None:
    """Gradescope knows students by other names, so that their work would count as late."""
    (tmp_path / "roster.csv").write_text("student_id,last_name,first_name,email\nalice,Li,Alice,\n")
    (tmp_path / "class.yaml").write_text(f"{CLASS}    extensions: {{alice: 24}}\n")
    shutil.copytree(room / "hidden", tmp_path / "hidden")
    packed(tmp_path / "a.zip", "--hidden", tmp_path)
    told = "Note: extensions do not go along; give them on Gradescope to alice\n"
    assert capsys.readouterr().err == told
    packed(tmp_path / "a.zip")
    assert capsys.readouterr().err == ""
