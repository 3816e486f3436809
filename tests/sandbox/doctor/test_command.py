"""`gograde doctor` from the outside."""

import json
import os
import shutil
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from gograde.cli.doctor import doctor
from gograde.errors import ExitCode, JudgeError
from gograde.sandbox import select
from gograde.sandbox.doctor import examination
from gograde.sandbox.doctor.survey import (
    KINDS,
    TABLE,
    Advice,
    Controls,
    Guarantee,
    Hold,
    How,
    Need,
    Survey,
    advice,
    in_words,
    shortfalls,
    shortfalls_of,
    versions,
)
from gograde.sandbox.host import kernel
from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.select import choose_backend
from tests.sandboxes import ROOT


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

    def examine(backend: Named, controls: Controls) -> Survey:
        examined.append(backend.name)
        one = found[backend.name]
        assert isinstance(one, Guarantee)
        return Survey(backend.name, (one, OPTIONAL), {"tcp": "connected"})

    monkeypatch.setattr(select, "choose_backend", choose)
    monkeypatch.setattr(examination, "examine", examine)
    monkeypatch.setattr(examination, "run_controls", lambda: {})
    runner = CliRunner(env={"COLUMNS": "120"})
    return runner.invoke(doctor, list(args), standalone_mode=False), examined


BOTH, DONE = ["bwrap", "landlock"], ExitCode.DONE
CALLS = [
    (
        HOLDS,
        HOLDS,
        "",
        DONE,
        ["bwrap"],
        ["bwrap: 1 of 2 guarantees hold", "Submissions are held by bwrap.\n"],
    ),
    (HOLDS, HOLDS, "all", DONE, BOTH, []),
    (
        *(LEAKS, HOLDS, "", DONE, BOTH),
        ["BROKEN", "a program inside got through: connected", "Submissions are held by landlock.\n"],
    ),
    (LEAKS, HOLDS, "bwrap", ExitCode.JUDGE_ERROR, ["bwrap"], []),
    (
        *(NO_BWRAP, LEAKS, "", ExitCode.JUDGE_ERROR, ["landlock"]),
        [
            "bwrap: bubblewrap is not installed\n  Fix: sudo apt-get install bubblewrap\n",
            "No submission can be held here.\n",
        ],
    ),
]
"""What each back end holds, the one asked for, the exit code, those examined, what is said, its end last."""


@pytest.mark.parametrize(("bwrap", "landlock", "name", "code", "looked_at", "said"), CALLS)
def test_the_first_back_end_that_is_fit_holds_submissions(
    monkeypatch, bwrap, landlock, name, code, looked_at, said
) -> None:
    options = ("--backend", name) if name else ()
    result, examined = invoke(monkeypatch, {"bwrap": bwrap, "landlock": landlock}, *options)
    assert (result.return_value, examined) == (code, looked_at)
    assert all(words in result.output for words in said)
    assert result.output.endswith(tuple(said[-1:]) or "")


def test_json_says_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    result, _ = invoke(monkeypatch, {"bwrap": NO_BWRAP, "landlock": HOLDS}, "--format", "json")
    answer = json.loads(result.output)
    assert answer["chosen"] == "landlock"
    assert answer["unavailable"] == {
        "bwrap": {"what": "bubblewrap is not installed", "fix": "sudo apt-get install bubblewrap"}
    }
    assert answer["backends"][0]["guarantees"][0] == {
        "id": "tcp", "title": "No network: TCP", "ok": True, "detail": "works outside, refused inside",
        "required": True,
    }  # fmt: skip
    assert answer["versions"]["gograde"]


def test_this_machine_is_examined_for_real(monkeypatch: pytest.MonkeyPatch, controls: Controls) -> None:
    monkeypatch.setattr(examination, "run_controls", lambda: controls)
    result = CliRunner().invoke(doctor, ["--format", "json"], standalone_mode=False)
    answer = json.loads(result.output)
    fit = [one["backend"] for one in answer["backends"] if one["fit"]]
    assert [answer["chosen"]] == fit or (answer["chosen"] is None and not fit)
    assert result.return_value == (ExitCode.DONE if fit else ExitCode.JUDGE_ERROR)
    assert all(len(one["guarantees"]) >= 30 for one in answer["backends"] if one["fit"])


# -- the table of what each back end holds: it is in the docs as it is in the code, and the ----------


def cell(hold: Hold) -> str:
    return f"{hold.how} with {hold.needs}, else {hold.otherwise}" if hold.needs else str(hold.how)


def as_markdown() -> str:
    rows = [("", *KINDS), ("---",) * (len(KINDS) + 1)]
    rows += [(row.what, *map(cell, row.holds)) for row in TABLE]
    return "".join(f"| {' | '.join(cells)} |\n".replace("|  |", "| |") for cells in rows)


def test_the_page_on_the_sandbox_has_the_table() -> None:
    assert as_markdown().replace("| by the ", "| ") in (ROOT / "docs" / "sandbox.md").read_text()


def ids(kind: str, *had: Need) -> dict[str, How]:
    return {one.id: one.how for one in shortfalls(kind, had) if not one.everywhere}


def test_on_a_good_machine_bubblewrap_lacks_nothing_that_another_has() -> None:
    assert ids("bwrap", *Need) == {}
    assert ids("bwrap", Need.USERS, Need.LISTENER) == {"memory": How.SAMPLED}


def test_without_a_sandbox_there_is_no_row() -> None:
    assert shortfalls_of(Unsandboxed()) == ()


def test_in_words() -> None:
    found = [asdict(one) for one in shortfalls("landlock", [*Need]) if not one.everywhere]
    assert in_words(found) == (
        "not held: names, sizes and times of other files, numbers of the machine's processes; "
        "held in part: processes after the end, though the grader is killed; "
        "sampled: bytes in the working folder"
    )


def test_the_doctor_says_what_landlock_does_not_hold_here(monkeypatch, controls) -> None:
    monkeypatch.setattr(examination, "run_controls", lambda: controls)
    runner = CliRunner(env={"COLUMNS": "1000"})
    told = runner.invoke(doctor, ["--backend", "landlock"], standalone_mode=False).output
    found = [asdict(one) for one in shortfalls_of(choose_backend(name="landlock"))]
    assert f"What landlock holds less than by the kernel here: {in_words(found)}.\n" in told


# -- what the doctor tells about machines ------------------------------------------------------


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
