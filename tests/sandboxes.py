"""Sandboxes for tests of all parts: a back end and a user."""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any
from zlib import crc32

import pytest

from gograde.intake.runtime import Recipe, Runtime, described, ready
from gograde.sandbox.host import kernel
from gograde.sandbox.landlock import Unsandboxed
from gograde.sandbox.protocol import Backend, Collect, Job, Limits, RunResult, StagedFile
from gograde.sandbox.select import choose_backend
from gograde.sandbox.warm import FINDS_GOGRADE
from tests.needs import PATH, lacks, missing_here, require

ROOT = Path(__file__).parents[1]
"""The folder of the repository."""

ORDINARY = 23456 + int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
"""Uid and gid of a user without rights, for tests that are run by root.

Each worker has another: the kernel counts all processes of a user together.
"""

PR_SET_DUMPABLE = 4

USERS = ("root", "ordinary") if os.geteuid() == 0 else ("ordinary",)

BACK_ENDS = ("bwrap", "landlock", "none")
"""What may hold a program, and what runs it without a sandbox."""


def backend_or_skip(name: str) -> Backend:
    """One of `BACK_ENDS`; the test is skipped where it does not work on this machine."""
    if name == "none":
        return Unsandboxed()
    require(name)
    return choose_backend(name=name)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Of the sandboxes that a test is for, and that there are here, `make test` takes one by turns.

    The others, and what is tried without a sandbox beside them, are left to `make campaign NAMES=long`.
    What is marked `every_box` is tried in each.
    """
    by_test: dict[str, list[tuple[str, pytest.Item]]] = {}
    for item in items:
        if (name := _box_of(item)) and not any(map(item.get_closest_marker, ("every_box", "long"))):
            test, _, case = item.nodeid.partition("[")
            by_test.setdefault(test + case.replace(name, "", 1), []).append((name, item))
    for test, tries in by_test.items():
        here = [item for name, item in tries if name.split("-")[0] in _working()] or [tries[0][1]]
        chosen = here[crc32(test.encode()) % len(here)]
        for _, item in tries:
            if item is not chosen:
                item.add_marker(pytest.mark.long)


def _box_of(item: pytest.Item) -> str:
    """The box or back end that a test is to take; empty for a test that is for none."""
    params = getattr(getattr(item, "callspec", None), "params", {})
    named = [params[name] for name in ("box", "backend") if isinstance(params.get(name), str)]
    return next((name for name in named if name.split("-")[0] in BACK_ENDS), "")


@cache
def _working() -> tuple[str, ...]:
    """The back ends that work on this machine."""
    before, os.environ["PATH"] = os.environ["PATH"], PATH
    try:
        return tuple(name for name in BACK_ENDS[:2] if not missing_here(name))
    finally:
        os.environ["PATH"] = before


def require_listener(box: Box) -> None:
    """Skip the test where this machine lets nobody tell what a program tries."""
    if not getattr(box.backend, "noticing", None):
        lacks("a listener", "another filter of this machine listens already")


def become(uid: int) -> None:
    """Be this user, for good, as in a program that was started by that user; nothing for who is not root."""
    if os.geteuid() == 0:
        os.setgroups([])
        os.setresgid(uid, uid, uid)
        os.setresuid(uid, uid, uid)
        kernel.prctl(PR_SET_DUMPABLE, 1)


def call_in_child(work: Callable[[], Any], *, ordinary: bool) -> Any:
    """Call `work` in a forked child, as an ordinary user if wanted; its result or what it raises."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        gc.freeze()  # what other tests left behind is not to go, and close its files, amid the work
        try:
            if ordinary:
                become(ORDINARY)
            answer: Any = (work(), None)
        except BaseException as error:
            answer = (None, error)
        with os.fdopen(writer, "wb") as out:
            pickle.dump(answer, out)
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as source:
        result, error = pickle.load(source)
    os.waitpid(child, 0)
    if error is not None:
        raise error
    return result


WAITS = "mkfifo never; read -r word <never"
"""A shell script that waits for ever, for somebody to write into its pipe."""

WORKS = "n=0; while [ $n -lt 15000 ]; do n=$((n+1)); done"
"""A shell script that uses some hundredths of a second of CPU time."""


def comes_true(holds: Callable[[], object], patience_s: float = 120.0) -> bool:
    """Wait until `holds` says so; False after so many seconds, which no busy machine takes."""
    deadline = time.monotonic() + patience_s
    while not holds():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.01)
    return True


@contextmanager
def bystander(*words: str, **options: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process, with `words` in its command line, that waits until the block ends.

    It has executed its program when the block begins: before that /proc shows neither words nor environment.
    """
    command = ["/bin/sh", "-c", "echo; read -r word", "sh", *words]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, **options) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == b"\n"
            yield process
        finally:
            process.kill()


def is_reading(job: Job) -> bool:
    """Whether a job reads a submission; a back end that only plays its part leaves it to `Unsandboxed`."""
    return FINDS_GOGRADE in job.argv


@dataclass(frozen=True)
class Box:
    """A back end, and who runs it."""

    backend: Backend
    user: str

    def run(self, job: Job) -> RunResult:
        if self.user == "ordinary" and os.geteuid() == 0:
            return call_in_child(lambda: self.backend.run(job), ordinary=True)
        return self.backend.run(job)

    def shell(self, script: str, **options: Any) -> RunResult:
        return self.run(shell_job(script, **options))

    def python(self, source: str, **options: Any) -> RunResult:
        return self.run(python_job(source, **options))


@dataclass(frozen=True)
class Weakened:
    """A real back end that is asked for something else than is given to it, or tells of something else."""

    real: Backend
    change: Callable[[Job], Job] = lambda job: job
    told: Callable[[RunResult], RunResult] = lambda result: result
    name: str = "weakened"

    def run(self, job: Job) -> RunResult:
        return self.told(self.real.run(self.change(job)))


def shell_job(script: str, **options: Any) -> Job:
    return Job(("/bin/sh", "-c", script), **_shortened(options))


def python_job(source: str, **options: Any) -> Job:
    """A job that runs a source text in an interpreter that the sandbox's users can reach."""
    job = Job((os.fspath(interpreter()), "-B", "prog.py"), **_shortened(options))
    return replace(job, files=(*job.files, StagedFile("prog.py", source.encode())))


def sections(path: Path) -> dict[str, str]:
    """The programs of a file, each below a line `== NAME`."""
    return dict(part.split("\n", 1) for part in f"\n{path.read_text('utf-8')}".split("\n== ")[1:])


def interpreter() -> Path:
    """A Python below /usr, or this one where it can be reached by everybody."""
    for place in (Path("/usr/bin/python3"), Path("/usr/local/bin/python3"), Path(sys.executable).resolve()):
        if place.exists() and all(parent.stat().st_mode & 0o001 for parent in place.resolve().parents):
            return place
    return lacks("a Python for all", "no interpreter is one that an ordinary user can reach")


@cache
def bare_runtime() -> Runtime:
    """A runtime without packages, of a Python that the sandbox's users can reach."""
    base = described(os.fspath(interpreter()))
    assert base is not None
    return ready(Recipe(base, b"", "tests"))


def _shortened(options: dict[str, Any]) -> dict[str, Any]:
    """`limits` and `collect` may be given by their fields, `files` by name and bytes."""
    options = {"limits": {}, **options}
    if isinstance(options["limits"], dict):
        options["limits"] = Limits(**{"wall_s": 20.0, "cpu_s": 10.0, **options["limits"]})
    if isinstance(options.get("collect"), str):
        options["collect"] = Collect((options["collect"],))
    if isinstance(options.get("files"), dict):
        options["files"] = tuple(StagedFile(path, data) for path, data in options["files"].items())
    return options
