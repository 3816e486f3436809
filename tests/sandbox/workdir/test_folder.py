"""The working directory on disk: measured whatever it contains, and removed afterwards."""

from __future__ import annotations

import mmap
import os
import socket
import subprocess
import sys
import tempfile

import pytest

from gograde.sandbox.host.identity import Identity
from gograde.sandbox.workdir.collect import Usage, WorkDir

ME = Identity(os.geteuid(), os.getegid(), drop=False)


@pytest.fixture
def place(tmp_path, monkeypatch):
    """A folder for temporary files that only this test uses."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    return tmp_path


def test_a_new_folder_holds_nothing(place):
    work = WorkDir.make(ME)
    assert work.usage([]) == Usage(0, 0)
    assert work.path.stat().st_mode & 0o777 == 0o700


def test_files_and_folders_are_counted_and_bytes_by_the_block(place):
    work = WorkDir.make(ME)
    (work.path / "a" / "b").mkdir(parents=True)
    (work.path / "a" / "b" / "one").write_bytes(bytes(5000))
    (work.path / "two").write_bytes(b"x")
    os.truncate(work.path / "two", 10**9)
    (work.path / "loop").symlink_to(work.path)
    (work.path / "to").symlink_to("/usr")
    assert work.usage([]).files == 6
    assert 5000 < work.usage([]).bytes < 50_000


def test_a_deleted_file_that_is_held_open_counts(place):
    work = WorkDir.make(ME)
    with (work.path / "held").open("wb") as held:
        held.write(bytes(100_000))
        held.flush()
        (work.path / "held").unlink()
        assert work.usage([]).bytes == 0
        assert work.usage([os.getpid()]).bytes >= 100_000


def test_a_deleted_file_that_is_only_mapped_counts_as_one_that_cannot_be_measured(place):
    work = WorkDir.make(ME)
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
    work = WorkDir.make(ME)
    before = work.usage([os.getpid()]).sockets
    ours, theirs = socket.socketpair()
    with ours, theirs, ours.dup():
        assert work.usage([os.getpid()]).sockets == before + 2
