"""Chooses the back end of a grading: the first that works on this machine."""

from __future__ import annotations

import dataclasses
import os
import platform
import resource
import stat
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path

from gograde.errors import JudgeError, UsageError
from gograde.sandbox import attempts
from gograde.sandbox.bwrap import Bubblewrap
from gograde.sandbox.host import kernel
from gograde.sandbox.host.identity import has_users
from gograde.sandbox.landlock import LEAST_ABI, SCOPES_ABI, Landlock, Unsandboxed
from gograde.sandbox.protocol import Backend, Job, Limits
from gograde.sandbox.seccomp.rules import FILES, PROCESSES, filter_program

BACKEND = "GOGRADE_BACKEND"
"""In the environment: the back end to try, and no other."""

_SETTINGS = Path("/proc/sys")
_BINARIES = tuple(Path(folder) / "bwrap" for folder in ("/usr/bin", "/usr/local/bin", "/bin"))
_INSTALLERS = {
    "debian": "apt-get install",
    "fedora": "dnf install",
    "suse": "zypper install",
    "arch": "pacman -S",
    "alpine": "apk add",
}
"""The command that installs a package, by distribution as `ID` or `ID_LIKE` of os-release names it."""

_USERNS_SETTINGS = {
    "kernel.apparmor_restrict_unprivileged_userns=1": (
        "sudo cp /usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/"
        " && sudo apparmor_parser -r /etc/apparmor.d/bwrap-userns-restrict"
    ),
    "kernel.unprivileged_userns_clone=0": "sudo sysctl -w kernel.unprivileged_userns_clone=1",
    "user.max_user_namespaces=0": "sudo sysctl -w user.max_user_namespaces=10000",
}
"""The settings that forbid bwrap its namespaces, and the command that mends each."""

_LEAST_FILES = 128  # open files of the grader, which holds some thirty for each run
_SMOKE = Job(argv=("/bin/sh", "-c", "exit 7"), limits=Limits(wall_s=20))


def choose_backend(
    *, trust: bool = False, name: str | None = None, proof: Callable[[Backend], object] | None = None
) -> Backend:
    """The back end to grade with: bwrap, else landlock; only `name` if given; no sandbox with `trust`.

    Without `name` that is `BACKEND` in the environment, if it is there.  Each candidate must complete one run
    and pass `proof`, which raises JudgeError for an unsafe back end.  Raises JudgeError when no candidate
    works, and UsageError for an unknown name.
    """
    _require_open_files()
    if trust:
        return Unsandboxed()
    name = name or os.environ.get(BACKEND) or None
    if name is not None and name not in _MAKERS:
        raise UsageError("sandbox", f"{name!r} is no back end", f"choose {' or '.join(_MAKERS)}")
    refused: list[JudgeError] = []
    for maker in _MAKERS.values() if name is None else (_MAKERS[name],):
        try:
            backend = maker()
            if proof is not None:
                proof(backend)
            return backend
        except JudgeError as error:
            refused.append(error)
    if name is not None:
        raise refused[0]
    told = "; ".join(dict.fromkeys(error.fault for error in refused))
    raise JudgeError("sandbox", f"no sandbox works here: {told}", refused[0].fix)


def _require_open_files() -> None:
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if most < _LEAST_FILES:
        fault = f"the grader may open {most} files at once here, and needs {_LEAST_FILES}"
        fix = "ulimit -n 1024; where that is refused, raise nofile in /etc/security/limits.conf"
        raise JudgeError("sandbox", fault, fix)


def bubblewrap() -> Backend:
    """The bwrap back end; raises JudgeError when bwrap is missing or cannot make a sandbox here."""
    binary = next((path for path in _BINARIES if path.exists()), None)
    if binary is None:
        raise JudgeError("sandbox bwrap", "bubblewrap is not installed", install_command())
    noticing = None if binary.stat().st_mode & stat.S_ISUID else attempts.noticing()
    seccomp = filter_program(noticed=noticing is not None)
    backend = Bubblewrap(binary, seccomp, noticing=noticing)
    try:
        return _proved(backend)
    except JudgeError as error:
        if "disable-userns" not in error.what:
            raise JudgeError(error.where, error.what, _userns_fix(error) or error.fix) from error
    return _proved(dataclasses.replace(backend, nested=True))


def install_command() -> str:
    """The command that installs bubblewrap on this distribution."""
    release: dict[str, str] = {}
    with suppress(OSError):
        release = platform.freedesktop_os_release()
    families = (release.get("ID", ""), *release.get("ID_LIKE", "").split())
    known = (_INSTALLERS[one] for one in families if one in _INSTALLERS)
    return next((f"sudo {command} bubblewrap" for command in known), "install the package bubblewrap")


def _userns_fix(error: JudgeError) -> str:
    """The command that permits user namespaces where a setting or a filter forbids them; else ""."""
    if error.where != "sandbox bwrap":
        return ""
    for setting, fix in _USERNS_SETTINGS.items():
        name, bad = setting.split("=")
        with suppress(OSError):
            if (_SETTINGS / name.replace(".", "/")).read_text().strip() == bad:
                return fix
    # A container's filter of system calls, such as Docker's, forbids namespaces.
    advice = "start the container with: docker run --security-opt seccomp=unconfined …"
    return advice if kernel.is_filtered() else ""


def landlock() -> Backend:
    """The Landlock back end; raises JudgeError when the kernel is too old for it."""
    abi = kernel.landlock_abi()
    if abi < LEAST_ABI:
        fault = f"this kernel has Landlock version {abi}, and {LEAST_ABI} is the least that holds"
        raise JudgeError(
            "sandbox landlock", fault, "boot a kernel of 6.2 or newer with landlock in its lsm= list"
        )
    noticing = attempts.noticing(PROCESSES, FILES)
    made = partial(filter_program, noticed=noticing is not None)
    plain = Landlock(abi, made(PROCESSES, FILES, deny_kill=abi < SCOPES_ABI), noticing)
    if has_users():
        with suppress(JudgeError):
            return _proved(dataclasses.replace(plain, in_spaces=made(FILES)))
    return _proved(plain)


def _proved(backend: Backend) -> Backend:
    result = backend.run(_SMOKE)
    if result.exit_code != 7:
        fault = f"a first run ended with {result.exit_code} {result.stderr!r}"
        raise JudgeError(f"sandbox {backend.name}", fault, "gograde doctor tells what this machine lacks")
    return backend


_MAKERS = {"bwrap": bubblewrap, "landlock": landlock}
