"""What tests need and a machine may lack: how each is looked for, and the skip that says so.

A test is marked `needs("git", "root")`; a fixture calls `require`. A test that says nothing of the kind finds
no programs but those of `BASE`, on every machine, and any other skip is a failure.
"""

from __future__ import annotations

import os
import platform
import re
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NoReturn

import pytest
from PIL import features

from gograde.errors import JudgeError
from gograde.intake.languages import LANGUAGES, missing
from gograde.intake.names import language_of
from gograde.intake.submission import Submission, submission_of
from gograde.package.package import Package
from gograde.package.samples import read_samples
from gograde.sandbox.cgroup import find
from gograde.sandbox.seccomp.rules import ARCHES
from gograde.sandbox.select import choose_backend

BASE = """
[ awk basename bash cat chgrp chmod chown cp cut date dd df dirname echo env expr false find getconf grep head
hostname id install ionice kill ldd ln ls make mkdir mkfifo mktemp mv nice nproc printf ps pwd python3
readlink realpath rm rmdir sed seq sh sleep sort stat stty tail tar tee test timeout touch tr true tty uname
uniq wc which whoami xargs yes
"""
"""The programs that tests may use without a word: each Debian has them, or `make` needs them."""

KEPT = re.compile(
    "GOGRADE_TESTS_.*|PYTEST.*|PIP_.*|SSL_CERT_.*|.*_CA_BUNDLE|(?i:.*_proxy)|TMPDIR|LOGNAME|XDG_CACHE_HOME"
)
"""What tests see of the environment they are started in: the ways to registries, and where to write."""

SLURM = ("munged", "slurmctld", "slurmd", "scontrol")
"""A Slurm; Snakemake's executor for it lies in `.slurm`."""

_ALL = f"{os.environ.get('PATH', os.defpath)}:/usr/games:{Path.cwd()}/.kattis/bin"
PATH = os.environ.setdefault("GOGRADE_TESTS_PATH", _ALL)  # workers find it there


def be_anywhere(folder: Path) -> None:
    """Take from this process and its children what is of this machine, user and shell."""
    os.umask(0o022)
    folder.chmod(0o711)  # users that tests become look in it for programs
    for number in (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:  # as in a background
            signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)
    if os.geteuid() != 0:  # whose cache lies in no home
        home = Path.home() if os.access(Path.home(), os.W_OK) else folder
        os.environ.setdefault("XDG_CACHE_HOME", f"{home}/.cache")
    for name in [name for name in os.environ if not KEPT.fullmatch(name)]:
        del os.environ[name]
    programs = folder / "bin"
    programs.mkdir()
    for name in BASE.split():
        if found := shutil.which(name, path=PATH):
            (programs / name).symlink_to(found)
    os.environ |= {"PATH": f"{programs}", "HOME": f"{folder}/home", "LANG": "C.UTF-8", "TERM": "xterm"}
    (folder / "home").mkdir()


def program(*names: str) -> str | None:
    """The path of the first of these programs that there is."""
    return next(filter(None, (shutil.which(name, path=PATH) for name in names)), None)


def browser() -> str | None:
    return program("chromium", "chromium-browser", "google-chrome")


@cache
def tkinter_python() -> str | None:
    """A Python that has the real tkinter."""
    for command in (sys.executable, "/usr/bin/python3"):
        words = [command, "-c", "import _tkinter"]
        if Path(command).exists() and not subprocess.run(words, capture_output=True, check=False).returncode:
            return command
    return None


def _sandbox(name: str) -> str:
    try:
        choose_backend(name=name)
    except JudgeError as error:
        return str(error)
    return ""


NEEDS: Mapping[str, Callable[[], object]] = {
    "root": lambda: os.geteuid() == 0,
    "control groups": find,
    "x86_64": lambda: platform.machine() == "x86_64",
    "an architecture with a filter": lambda: platform.machine() in ARCHES,
    "a browser": browser,
    "a screen": lambda: program("Xvfb") and features.check("xcb"),
    "tkinter": tkinter_python,
    "slurm": lambda: all([os.geteuid() == 0, *map(program, SLURM), (Path.cwd() / ".slurm").is_dir()]),
    **{name: partial(program, name) for name in ("cc", "git", "fish", "zsh", "gnugo", "verifyproblem")},
    **{name: partial(find_spec, name) for name in ("axe_playwright_python", "cv2", "pygame", "pymupdf")},
}
"""By name, whether a need is met; that of a sandbox or of a language says itself what is missing."""


@cache
def missing_here(need: str) -> str:
    """What of a need this machine lacks; empty when it has it."""
    if need in ("bwrap", "landlock"):
        return _sandbox(need)
    if need in LANGUAGES:
        return missing(need)
    return "" if NEEDS[need]() else "not on this machine"


def require(*needs: str) -> None:
    """Skip the test where a need is not met; from now on it finds all programs."""
    os.environ["PATH"] = PATH
    for need in filter(missing_here, needs):
        lacks(need, missing_here(need))


def require_languages(paths: Iterable[Path | str]) -> None:
    """Skip the test where the tools for some of the programs are missing."""
    require(*sorted({name for path in paths if (name := language_of(str(path)))}))


def sample_of(package: Package, name: str) -> Submission:
    """A sample as a student hands it in; the test is skipped where a tool for it is missing."""
    files = read_samples(package)[name].files
    require_languages(files)
    return submission_of(files, "", {})


def lacks(need: str, why: str) -> NoReturn:
    """Skip the test for a need that it finds to be unmet by itself."""
    pytest.skip(f"needs {need}: {why}")


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        require(*mark.args)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol() -> Iterator[None]:
    before = os.environ["PATH"]
    yield
    os.environ["PATH"] = before


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    """A skip that names no need would hide a test without a count."""
    report = yield
    if report.skipped and _need(report) is None:
        report.outcome, report.longrepr = "failed", f"a skip without a need: {report.longrepr}"
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    counts = Counter(map(_need, terminalreporter.stats.get("skipped", ())))
    told = ", ".join(f"{count} need {name}" for name, count in counts.most_common())
    terminalreporter.write_line(f"{counts.total()} skipped: {told}" if told else "none skipped")


def _need(report: Any) -> str | None:
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else ""
    found = re.match("Skipped: needs ([^:]+): ", reason)
    return found and found[1]
