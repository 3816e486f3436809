"""What the doctor tells about machines."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from gograde.sandbox.doctor.guarantees import Advice, Machine, advice, is_script, look

GOOD = Machine(versions={}, landlock_abi=7, load=0.5, cores=2, shim=False)


def test_a_good_machine_is_told_nothing() -> None:
    assert advice(GOOD) == []


@pytest.mark.parametrize(
    ("lack", "what", "fix"),
    [
        (
            {"landlock_abi": 4},
            "Landlock ABI 4 is below 6: under it programs cannot signal each other",
            "boot a kernel of 6.12 or newer",
        ),
        (
            {"load": 7.0},
            "the load is above the 2 cores: limits by the clock are unfair",
            "end what else runs here, or grade with fewer --cores",
        ),
    ],
)
def test_each_lack_has_its_command(lack: dict[str, object], what: str, fix: str) -> None:
    machine = replace(GOOD, **lack)  # type: ignore[arg-type]
    assert Advice(what, fix) in advice(machine)


def test_a_shim_is_told_of() -> None:
    assert [one.what for one in advice(replace(GOOD, shim=True))] == [
        "python3 on the PATH is a script that looks for the real one: slow in `run.sh` submissions"
    ]


def test_this_machine_is_looked_at_without_importing_its_libraries() -> None:
    before = set(sys.modules)
    machine = look()
    assert {"numpy", "snakemake", "numba", "pandas"} & (set(sys.modules) - before) == set()
    assert machine.versions["python"] == ".".join(map(str, sys.version_info[:3]))
    assert machine.versions["numpy"][0].isdigit()
    assert machine.cores >= 1


def test_a_shim_is_known_by_its_first_bytes(tmp_path: Path) -> None:
    shim, binary = tmp_path / "shim", tmp_path / "binary"
    shim.write_bytes(b"#!/bin/sh\n")
    binary.write_bytes(b"\x7fELF")
    assert is_script(str(shim))
    assert not is_script(str(binary))
    assert not is_script(None)
