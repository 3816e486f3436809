"""What a machine has and lacks for grading, and a command that repairs each lack."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

import gograde
from gograde.sandbox.doctor.survey import interpreter
from gograde.sandbox.host import kernel

LIBRARIES = ("snakemake", "numpy", "pandas", "numba", "matplotlib", "frictionless", "pydantic")

INSTALL = {
    "debian": "sudo apt-get install bubblewrap",
    "fedora": "sudo dnf install bubblewrap",
    "suse": "sudo zypper install bubblewrap",
    "arch": "sudo pacman -S bubblewrap",
    "alpine": "sudo apk add bubblewrap",
}
"""The command that installs bubblewrap, by distribution as `ID` or `ID_LIKE` of os-release names it."""


@dataclass(frozen=True)
class Advice:
    """A fact that makes grading less safe or slower; `fix` is a command or a hint, or empty."""

    what: str
    fix: str = ""


@dataclass(frozen=True)
class Machine:
    """The facts behind the advice; None where the machine does not provide the fact."""

    versions: dict[str, str]
    landlock_abi: int
    bwrap: str | None
    install: str
    namespaces: int | None
    unprivileged: int | None
    apparmor: int | None
    load: float
    cores: int
    shim: bool


def look() -> Machine:
    """The facts of this machine."""
    abi = kernel.landlock_abi()
    bwrap = _bwrap_version()
    return Machine(
        versions=_versions(abi, bwrap),
        landlock_abi=abi,
        bwrap=bwrap,
        install=install_command(_os_release()),
        namespaces=_number("/proc/sys/user/max_user_namespaces"),
        unprivileged=_number("/proc/sys/kernel/unprivileged_userns_clone"),
        apparmor=_number("/proc/sys/kernel/apparmor_restrict_unprivileged_userns"),
        load=os.getloadavg()[0],
        cores=len(os.sched_getaffinity(0)),
        shim=is_script(shutil.which("python3")),
    )


def advice(machine: Machine) -> list[Advice]:
    """The advice for `machine`."""
    return [*_about_bwrap(machine), *_about_landlock(machine), *_about_running(machine)]


def _about_bwrap(machine: Machine) -> Iterable[Advice]:
    if machine.bwrap is None:
        yield Advice("bubblewrap is not installed", machine.install)
    if machine.namespaces == 0:
        yield Advice("user namespaces are switched off", "sudo sysctl -w user.max_user_namespaces=10000")
    if machine.unprivileged == 0:
        yield Advice("user namespaces are for root only", "sudo sysctl -w kernel.unprivileged_userns_clone=1")
    if machine.apparmor == 1:
        yield Advice(
            "AppArmor restricts user namespaces: bwrap needs its profile",
            "sudo cp /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/"
            " && sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict",
        )


def _about_landlock(machine: Machine) -> Iterable[Advice]:
    if machine.landlock_abi == 0:
        yield Advice(
            "this kernel has no Landlock: nothing stands in for bwrap",
            "boot with a kernel of 6.2 or newer and `landlock` in its `lsm=` list",
        )
    elif machine.landlock_abi < 6:
        yield Advice(
            f"Landlock ABI {machine.landlock_abi} is below 6: under it programs cannot signal each other",
            "boot a kernel of 6.12 or newer",
        )


def _about_running(machine: Machine) -> Iterable[Advice]:
    if machine.load > machine.cores:
        yield Advice(
            f"the load is above the {machine.cores} cores: limits by the clock are unfair",
            "end what else runs here, or grade with fewer --cores",
        )
    if machine.shim:
        yield Advice(
            "python3 on the PATH is a script that looks for the real one: slow in `run.sh` submissions",
            f"gograde itself uses the real one; for others put {Path(interpreter()).parent} first in PATH",
        )


def _versions(abi: int, bwrap: str | None) -> dict[str, str]:
    return {
        "python": platform.python_version(),
        "kernel": platform.release(),
        "architecture": platform.machine(),
        "Landlock ABI": str(abi) if abi else "none",
        "bwrap": bwrap or "not installed",
        "gograde": gograde.__version__,
        **{name: _library(name) for name in LIBRARIES},
    }


def _library(name: str) -> str:
    """The version of a distribution, without importing it."""
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return "not installed"


def _bwrap_version() -> str | None:
    program = shutil.which("bwrap")
    if program is None:
        return None
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=False)
    return done.stdout.split()[-1] if done.stdout.split() else "unknown"


def _os_release() -> list[str]:
    try:
        found = platform.freedesktop_os_release()
    except OSError:
        return []
    return [found.get("ID", ""), *found.get("ID_LIKE", "").split()]


def install_command(families: list[str]) -> str:
    known: Callable[[str], str | None] = INSTALL.get
    return next((command for word in families if (command := known(word))), "install the package bubblewrap")


def _number(path: str) -> int | None:
    try:
        return int(Path(path).read_text())
    except (OSError, ValueError):
        return None


def is_script(program: str | None) -> bool:
    if program is None:
        return False
    try:
        with Path(program).open("rb") as file:
            return file.read(2) == b"#!"
    except OSError:
        return False
