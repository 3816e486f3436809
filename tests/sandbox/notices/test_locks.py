"""Locks: on the run's own files, and only so many."""

from __future__ import annotations

import errno
import fcntl
import os
import threading
from pathlib import Path

import pytest

from gograde.sandbox.notices import attempts
from gograde.sandbox.notices.attempts import FilePolicy, Locks

F_GETLK, F_SETLK = 5, 6
ENOLCK = errno.ENOLCK


@pytest.fixture
def own(tmp_path: Path) -> Locks:
    return Locks(lambda path: path.startswith(f"{tmp_path}/"))


def test_of_a_process_with_threads_the_file_that_was_looked_at_is_locked(own: Locks, tmp_path: Path) -> None:
    waits = threading.Event()
    thread = threading.Thread(target=waits.wait)
    thread.start()
    try:
        path = tmp_path / "own"
        with path.open("w") as file, path.open() as again, Path("/etc/passwd").open() as other:
            assert own.judge(os.getpid(), "flock", (file.fileno(), fcntl.LOCK_EX)) == 0
            assert own.judge(os.getpid(), "flock", (again.fileno(), fcntl.LOCK_SH)) == errno.EWOULDBLOCK
            with pytest.raises(BlockingIOError):
                fcntl.flock(again, fcntl.LOCK_SH | fcntl.LOCK_NB)
            assert own.judge(os.getpid(), "flock", (file.fileno(), fcntl.LOCK_UN)) == 0
            assert own.judge(os.getpid(), "flock", (again.fileno(), fcntl.LOCK_SH)) == 0
            assert own.judge(os.getpid(), "flock", (other.fileno(), fcntl.LOCK_SH)) == ENOLCK
            assert own.judge(os.getpid(), "flock", (987, fcntl.LOCK_SH)) == ENOLCK
            assert own.judge(os.getpid(), "fcntl", (file.fileno(), F_SETLK)) is None
            assert own.judge(os.getpid(), "fcntl", (file.fileno(), F_GETLK)) == ENOLCK
    finally:
        waits.set()
        thread.join()


def test_locks_that_were_given_back_do_not_count(
    own: Locks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "MOST_LOCKS", 40)
    with (tmp_path / "own").open("w") as file:
        for _ in range(100):
            for operation in (fcntl.LOCK_EX, fcntl.LOCK_UN):
                assert own.judge(os.getpid(), "fcntl", (file.fileno(), F_SETLK)) is None
                fcntl.lockf(file, operation)


def test_locks_that_are_kept_count_and_then_none_is_given_any_more(
    own: Locks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "MOST_LOCKS", 40)
    with (tmp_path / "own").open("w") as file:
        given = 0
        while own.judge(os.getpid(), "fcntl", (file.fileno(), F_SETLK)) is None:
            fcntl.lockf(file, fcntl.LOCK_EX, 1, 2 * given)
            given += 1
        assert 20 <= given <= 40
    with (tmp_path / "other").open("w") as file:
        assert own.judge(os.getpid(), "fcntl", (file.fileno(), F_SETLK)) == ENOLCK


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
