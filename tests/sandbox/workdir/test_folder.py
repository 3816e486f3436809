"""The working directory on disk: measured whatever it contains, and removed afterwards."""

from __future__ import annotations

import fcntl
import mmap
import os
import socket
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from gograde.sandbox.host.identity import Identity
from gograde.sandbox.workdir.folder import Places
from gograde.sandbox.workdir.usage import Usage

ME = Identity(os.geteuid(), os.getegid(), drop=False)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder for temporary files that only this test uses."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_a_new_folder_holds_nothing(place):
    work = Places().make(ME, b"read me")
    assert work.usage([]) == Usage(0, 0)
    assert work.stdin.read_bytes() == b"read me"
    assert work.path.stat().st_mode & 0o777 == 0o700


def test_files_and_folders_are_counted_and_bytes_by_the_block(place):
    work = Places().make(ME, b"")
    (work.path / "a" / "b").mkdir(parents=True)
    (work.path / "a" / "b" / "one").write_bytes(bytes(5000))
    (work.path / "two").write_bytes(b"x")
    os.truncate(work.path / "two", 10**9)
    (work.path / "loop").symlink_to(work.path)
    (work.path / "to").symlink_to("/usr")
    assert work.usage([]).files == 6
    assert 5000 < work.usage([]).bytes < 50_000


def test_a_deleted_file_that_is_held_open_counts(place):
    work = Places().make(ME, b"")
    with (work.path / "held").open("wb") as held:
        held.write(bytes(100_000))
        held.flush()
        (work.path / "held").unlink()
        assert work.usage([]).bytes == 0
        assert work.usage([os.getpid()]).bytes >= 100_000


def test_nothing_is_left_of_it(place):
    work = Places().make(ME, b"")
    deep = os.open(work.path, os.O_RDONLY)
    for _ in range(200):
        os.mkdir("d" * 100, dir_fd=deep)
        inner = os.open("d" * 100, os.O_RDONLY, dir_fd=deep)
        os.close(deep)
        deep = inner
    os.close(deep)
    (work.path / "closed").mkdir()
    (work.path / "closed" / "file").touch(mode=0)
    (work.path / "closed").chmod(0)
    os.mkfifo(work.path / "fifo")
    (work.path / "link").symlink_to(place)
    work.remove()
    assert list(place.iterdir()) == []


def test_what_a_killed_grader_left_is_removed_at_the_next_start(place):
    left = place / "gograde-box-left"
    (left / "box" / "deep").mkdir(parents=True)
    (left / "box" / "file").write_text("x")
    Places().make(ME, b"").remove()
    assert left.exists(), "a young one may be about to be locked"
    os.utime(left, (0, 0))
    Places().make(ME, b"").remove()
    assert not left.exists()


def test_what_another_grader_is_using_stays(place):
    used = place / "gograde-box-used"
    used.mkdir()
    os.utime(used, (0, 0))
    lock = os.open(used, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    Places().make(ME, b"").remove()
    assert used.exists()
    os.close(lock)


def test_other_folders_are_not_touched(place):
    other = place / "homework"
    other.mkdir()
    Places().make(ME, b"").remove()
    assert other.exists()


@pytest.mark.needs("root")
def test_a_folder_given_away_is_closed_to_others(monkeypatch):
    monkeypatch.setattr(tempfile, "tempdir", None)
    work = Places().make(Identity(64999, 64999, drop=True), b"")
    found = work.path.stat()
    assert (found.st_uid, found.st_gid, found.st_mode & 0o777) == (64999, 64999, 0o700)
    assert work.path.parent.stat().st_uid == 0
    work.remove()


@pytest.mark.needs("root")
def test_a_closed_folder_for_temporary_files_is_passed_over(place):
    place.chmod(0o700)
    work = Places().make(Identity(64999, 64999, drop=True), b"")
    assert place not in work.path.parents
    assert Path("/tmp") in work.path.parents or Path("/var/tmp") in work.path.parents
    work.remove()


def test_a_deleted_file_that_is_only_mapped_counts_as_one_that_cannot_be_measured(place):
    work = Places().make(ME, b"")
    others = work.usage([os.getpid()]).bytes
    held = work.path / "held"
    held.write_bytes(bytes(100_000))
    with held.open("rb") as file, mmap.mmap(file.fileno(), 4096, prot=mmap.PROT_READ):
        source = "import ctypes, os, sys; libc = ctypes.CDLL(None); libc.mmap.restype = ctypes.c_void_p\n"
        source += "file = os.open(sys.argv[1], os.O_RDONLY)\n"
        source += "libc.mmap(None, ctypes.c_size_t(4096), 1, 1, file, ctypes.c_long(0)); os.close(file)\n"
        source += "os.unlink(sys.argv[1]); print('mapped', flush=True); sys.stdin.read()\n"
        child = subprocess.Popen(
            [sys.executable, "-c", source, held], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        assert child.stdout is not None
        assert child.stdout.readline() == b"mapped\n"
        assert work.usage([child.pid], 7_000_000).bytes == 7_000_000
        assert 100_000 <= work.usage([child.pid, os.getpid()], 7_000_000).bytes - others < 200_000
    child.communicate()


def test_sockets_are_counted_once(place):
    work = Places().make(ME, b"")
    before = work.usage([os.getpid()]).sockets
    ours, theirs = socket.socketpair()
    with ours, theirs, ours.dup():
        assert work.usage([os.getpid()]).sockets == before + 2
