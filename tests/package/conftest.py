"""A tiny package made for tests, which may damage it."""

import shutil
from collections.abc import Mapping
from pathlib import Path

import pytest
import yaml

import gograde.assignments.board9.generate  # noqa: F401 - loaded before a test patches the mistakes
from gograde.assignments.board9.mistakes import MISTAKES
from gograde.authoring.spec_author import generate_batches
from gograde.cli.main import run_command
from gograde.errors import ExitCode
from gograde.grading.package_verify import hashes
from gograde.package.package import DESCRIPTOR, Package, describe, load_config
from gograde.resources import packages_dir

ASSIGNMENT = """\
schema: gograde/assignment/v1
id: tiny
version: 1.0.0
title: {en: Tiny, zh: 小}
contract: {kind: files, entries: [main.py], languages: [python]}
board: {rows: 3, cols: 4}
groups:
  - {name: all, questions: ["0", "1"], weight: 2}
"""


def write_descriptor(folder: Path) -> None:
    (folder / DESCRIPTOR).write_bytes(describe(folder, load_config(folder)))


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    folder = tmp_path / "tiny"
    (folder / "data" / "sample" / "01").mkdir(parents=True)
    (folder / "submissions" / "accepted" / "good").mkdir(parents=True)
    (folder / "submissions" / "wrong_answer" / "bad").mkdir(parents=True)
    (folder / "assignment.yaml").write_text(ASSIGNMENT)
    (folder / "generator.yaml").write_text("schema: x\n")
    (folder / "data" / "sample" / "01" / "test_1.txt").write_text("0 0 -1\n1 2 1\n")
    (folder / "data" / "sample" / "01" / "test_2.txt").write_text("")
    for place in ("accepted/good", "wrong_answer/bad"):
        (folder / "submissions" / place / "main.py").write_text("print(1)\n")
    (folder / "submissions" / "wrong_answer" / "bad" / "围棋 作业.txt").write_text("x")
    write_descriptor(folder)
    return folder


@pytest.fixture
def small_board9(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """board9 with a single batch to make and one mistake to catch and no mutant or sample, for speed."""
    monkeypatch.setattr("gograde.assignments.board9.mistakes.MISTAKES", MISTAKES[1:2])
    monkeypatch.setattr("gograde.authoring.case_generation.Search.for_mutants", lambda *_: ())

    def here(package: Package, key: bytes) -> Mapping[str, str]:  # where the patches hold
        return hashes(package, generate_batches(package, key))

    monkeypatch.setattr("gograde.grading.package_verify.hashes_elsewhere", here)
    folder = tmp_path / "board9"
    shutil.copytree(packages_dir() / "board9", folder, ignore=shutil.ignore_patterns("submissions"))
    path = folder / "generator.yaml"
    value = yaml.safe_load(path.read_text())
    path.write_text(yaml.safe_dump({**value, "batches": value["batches"][:1], "kills": 1, "spares": 0}))
    assert run_command(["cases", "describe", str(folder), "--sample"]) == ExitCode.DONE
    return folder
