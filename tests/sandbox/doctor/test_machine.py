"""What the doctor tells about machines."""

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from gograde.sandbox.doctor.survey import Advice, advice, versions
from gograde.sandbox.host import kernel

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
