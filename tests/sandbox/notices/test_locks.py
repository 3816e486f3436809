"""Locks: on the run's own files, and only so many."""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

import pytest

from gograde.sandbox.notices import locks
from gograde.sandbox.notices.files import FilePolicy
from gograde.sandbox.notices.locks import Locks
from tests.sandboxes import Box


def own(folder: Path) -> Locks:
    return Locks(lambda path: path.startswith(f"{folder}/"))


def test_only_own_files_are_locked(tmp_path: Path) -> None:
    with (tmp_path / "own").open("w") as file, Path("/etc/passwd").open() as other:
        found = own(tmp_path)
        assert found.permits(os.getpid(), file.fileno())
        assert not found.permits(os.getpid(), other.fileno())
        assert not found.permits(os.getpid(), 987)
        assert not found.permits(1 << 22, file.fileno()), "no such process"


def test_locks_that_were_given_back_do_not_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(locks, "MOST", 40)
    found = own(tmp_path)
    with (tmp_path / "own").open("w") as file:
        for _ in range(100):
            assert found.permits(os.getpid(), file.fileno())
            fcntl.lockf(file, fcntl.LOCK_EX)
            assert found.permits(os.getpid(), file.fileno())
            fcntl.lockf(file, fcntl.LOCK_UN)


def test_locks_that_are_kept_count_and_then_none_is_given_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locks, "MOST", 40)
    found = own(tmp_path)
    with (tmp_path / "own").open("w") as file:
        given = 0
        while found.permits(os.getpid(), file.fileno()):
            fcntl.lockf(file, fcntl.LOCK_EX, 1, 2 * given)
            given += 1
        assert 20 <= given <= 40
    assert not found.permits(os.getpid(), 0)


def test_what_is_the_runs_own_place() -> None:
    namespaces, shared = FilePolicy(own=()), FilePolicy(own=(), holder="/tmp/run-1")
    assert namespaces.is_work("/box/a")
    assert namespaces.is_work("/box/a (deleted)")
    assert namespaces.is_work("/dev/shm/sem.x")
    assert not namespaces.is_work("/boxes/a")
    assert not namespaces.is_work("/usr/bin/env")
    assert shared.is_work("/tmp/run-1/box/a")
    assert not shared.is_work("/tmp/run-2/box/a")
    assert not shared.is_work("pipe:[12]")


FOREIGN = """
import fcntl
with open('/usr/bin/env') as file:
    for lock in (lambda: fcntl.flock(file, fcntl.LOCK_SH), lambda: fcntl.lockf(file, fcntl.LOCK_SH)):
        try: print(lock())
        except OSError as error: print(error.strerror)
"""


def test_a_file_of_the_system_is_locked_by_nobody(box: Box) -> None:
    if not getattr(box.backend, "noticing", None):
        pytest.skip("another filter of this machine listens already")
    result = box.python(FOREIGN)
    assert (result.stdout, result.violations) == (b"No locks available\n" * 2, ())
