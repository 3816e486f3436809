"""`gograde doctor` from the outside."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gograde.cli.doctor import doctor
from gograde.errors import ExitCode, JudgeError
from gograde.sandbox import select
from gograde.sandbox.doctor import examination, survey
from gograde.sandbox.doctor.survey import Advice, Controls, Guarantee, Report, advice, versions
from gograde.sandbox.host import kernel
from tests.golden import agrees


@dataclass(frozen=True)
class Named:
    name: str


HOLDS = Guarantee("tcp", "No network: TCP", True, "works outside, refused inside")
LEAKS = Guarantee("tcp", "No network: TCP", False, "a program inside got through")
OPTIONAL = Guarantee("canary-stat", "Sizes", False, "a program inside got through", required=False)
NO_BWRAP = JudgeError("sandbox bwrap", "bubblewrap is not installed", "sudo apt-get install bubblewrap")


def invoke(
    monkeypatch: pytest.MonkeyPatch, found: dict[str, Guarantee | JudgeError], *args: str
) -> tuple[Result, list[str]]:
    """Run the command where each back end has the one guarantee given, or is missing."""
    examined: list[str] = []

    def choose(*, trust: bool = False, name: str | None = None) -> Named:
        one = found[str(name)]
        if isinstance(one, JudgeError):
            raise one
        return Named(str(name))

    def examine(backend: Named, controls: Controls) -> Report:
        examined.append(backend.name)
        one = found[backend.name]
        assert isinstance(one, Guarantee)
        return Report(backend.name, (one, OPTIONAL), {"tcp": "connected"})

    monkeypatch.setattr(select, "choose_backend", choose)
    monkeypatch.setattr(examination, "examine", examine)
    monkeypatch.setattr(examination, "run_controls", lambda: {})
    runner = CliRunner(env={"COLUMNS": "120"})
    return runner.invoke(doctor, list(args), standalone_mode=False), examined


SCENES: dict[str, tuple[dict[str, Guarantee | JudgeError], str]] = {
    "the first fit back end ends the search": ({"bwrap": HOLDS, "landlock": HOLDS}, ""),
    "all examines both": ({"bwrap": HOLDS, "landlock": HOLDS}, "--backend all"),
    "a leak is named and the next back end tried": ({"bwrap": LEAKS, "landlock": HOLDS}, ""),
    "without any back end the mend is told": ({"bwrap": NO_BWRAP, "landlock": LEAKS}, ""),
    "one by name is not replaced by another": ({"bwrap": LEAKS, "landlock": HOLDS}, "--backend bwrap"),
    "JSON says the same": ({"bwrap": NO_BWRAP, "landlock": HOLDS}, "--format json"),
}


def of_the_sandbox(output: str) -> str:
    """What is said, without what is of the machine: times and languages."""
    if output.startswith("{"):
        answer = json.loads(output)
        shown = {key: answer[key] for key in ("chosen", "unavailable", "versions")}
        return json.dumps({**shown, "guarantees": answer["backends"][0]["guarantees"]}, indent=1) + "\n"
    output = re.sub(r"(?s)Programs may be.*?(?=Submissions|No submission)", "", output)
    return re.sub(r"\([0-9.]+ s\)", "(… s)", re.sub(" +\n", "\n", output))


def test_what_the_doctor_says_and_examines(monkeypatch: pytest.MonkeyPatch) -> None:
    said = []
    monkeypatch.setattr(survey, "versions", lambda: {"gograde": "1"})
    monkeypatch.setattr(survey, "advice", list)
    for name, (found, words) in SCENES.items():
        with monkeypatch.context() as patch:
            result, examined = invoke(patch, found, *words.split())
        said.append(
            f"== {name}\n{of_the_sandbox(result.output)}[{result.return_value}] {', '.join(examined)}\n"
        )
    agrees("sandbox/doctor.txt", "\n".join(said))


def test_this_machine_is_examined_for_real(monkeypatch: pytest.MonkeyPatch, controls: Controls) -> None:
    monkeypatch.setattr(examination, "run_controls", lambda: controls)
    result = CliRunner().invoke(doctor, ["--format", "json"], standalone_mode=False)
    answer = json.loads(result.output)
    fit = [one["backend"] for one in answer["backends"] if one["fit"]]
    assert [answer["chosen"]] == fit or (answer["chosen"] is None and not fit)
    assert result.return_value == (ExitCode.DONE if fit else ExitCode.JUDGE_ERROR)
    assert all(len(one["guarantees"]) >= 30 for one in answer["backends"] if one["fit"])


# -- What the doctor tells about machines --------------------------------------------------------

BINARY = b"\x7fELF"
OWN = Path(sys.executable).resolve().parent


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[int, float, bytes], list[Advice]]:
    """What is told of a machine of two cores, by its version of Landlock, its load, and its python3."""

    def told(abi: int, load: float, python: bytes) -> list[Advice]:
        (tmp_path / "python3").write_bytes(python or b"")
        monkeypatch.setattr(kernel, "landlock_abi", lambda: abi)
        monkeypatch.setattr(os, "getloadavg", lambda: (load, load, load))
        monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1})
        monkeypatch.setattr(shutil, "which", lambda name: python and str(tmp_path / name))
        return advice()

    return told


LACKS = [
    (4, 0.5, BINARY, "Landlock ABI 4 is below 6: under it programs cannot signal each other",
     "boot a kernel of 6.12 or newer"),
    (7, 7.0, BINARY, "the load is above the 2 cores: limits by the clock are unfair",
     "end what else runs here, or grade with fewer --cores"),
    (7, 0.5, b"#!/bin/sh\n",
     "python3 on the PATH is a script that looks for the real one: slow in `run.sh` submissions",
     f"gograde itself uses the real one; for others put {OWN} first in PATH"),
]  # fmt: skip


@pytest.mark.parametrize("python", [BINARY, None])
def test_a_good_machine_is_told_nothing(machine, python) -> None:
    assert machine(7, 0.5, python) == []


@pytest.mark.parametrize(("abi", "load", "python", "what", "fix"), LACKS)
def test_each_lack_has_its_command(machine, abi, load, python, what, fix) -> None:
    assert machine(abi, load, python) == [Advice(what, fix)]


def test_this_machine_is_looked_at_without_importing_its_libraries() -> None:
    before = set(sys.modules)
    found = versions()
    assert {"numpy", "snakemake", "numba", "pandas"} & (set(sys.modules) - before) == set()
    assert found["python"] == ".".join(map(str, sys.version_info[:3]))
    assert found["numpy"][0].isdigit()
