"""What makes grading less safe or slower on a machine, and the versions of what grades."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import gograde
from gograde.sandbox.doctor.survey import interpreter
from gograde.sandbox.host import kernel
from gograde.sandbox.landlock.rules import SCOPES_ABI

LIBRARIES = ("snakemake", "numpy", "pandas", "numba", "matplotlib", "frictionless", "pydantic")


@dataclass(frozen=True)
class Advice:
    """A fact that makes grading less safe or slower; `fix` is a command or a hint, or empty."""

    what: str
    fix: str = ""


@dataclass(frozen=True)
class Machine:
    """The facts behind the advice."""

    versions: dict[str, str]
    landlock_abi: int
    load: float
    cores: int
    shim: bool


def look() -> Machine:
    """The facts of this machine."""
    abi = kernel.landlock_abi()
    return Machine(
        versions=_versions(abi),
        landlock_abi=abi,
        load=os.getloadavg()[0],
        cores=len(os.sched_getaffinity(0)),
        shim=is_script(shutil.which("python3")),
    )


def advice(machine: Machine) -> list[Advice]:
    """What to tell about `machine`; why a back end does not work is told with the back end."""
    found = (
        (
            0 < machine.landlock_abi < SCOPES_ABI,
            f"Landlock ABI {machine.landlock_abi} is below 6: under it programs cannot signal each other",
            "boot a kernel of 6.12 or newer",
        ),
        (
            machine.load > machine.cores,
            f"the load is above the {machine.cores} cores: limits by the clock are unfair",
            "end what else runs here, or grade with fewer --cores",
        ),
        (
            machine.shim,
            "python3 on the PATH is a script that looks for the real one: slow in `run.sh` submissions",
            f"gograde itself uses the real one; for others put {Path(interpreter()).parent} first in PATH",
        ),
    )
    return [Advice(what, fix) for holds, what, fix in found if holds]


def _versions(abi: int) -> dict[str, str]:
    return {
        "python": platform.python_version(),
        "kernel": platform.release(),
        "architecture": platform.machine(),
        "Landlock ABI": str(abi) if abi else "none",
        "bwrap": _bwrap_version(),
        "gograde": gograde.__version__,
        **{name: _library(name) for name in LIBRARIES},
    }


def _library(name: str) -> str:
    """The version of a distribution, without importing it."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def _bwrap_version() -> str:
    program = shutil.which("bwrap")
    if program is None:
        return "not installed"
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.split()[-1] if done.stdout.split() else "unknown"


def is_script(program: str | None) -> bool:
    if program is None:
        return False
    try:
        with Path(program).open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False
