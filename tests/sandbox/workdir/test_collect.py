"""The files collected from a working directory, and the reasons for leaving others."""

import mmap
import os
import socket
import subprocess
import sys
import tempfile

import pytest

from gograde.sandbox import collect as collecting
from gograde.sandbox.collect import OTHERS, Usage, WorkDir, among_answers, collect
from gograde.sandbox.host.identity import Identity
from gograde.sandbox.protocol import KIB, Collect

TEXTS = Collect(("*.txt",), file_bytes=KIB, files=3)


def test_names_of_all_kinds_are_taken_in_order(box):
    result = box.python(
        "for name in (b'b\\n.txt', '\u56f4\u68cb.txt'.encode(), b'\\xff.txt', b'a b.txt', b'-rf.txt'):\n"
        "    open(name, 'wb').write(name)\n",
        collect="*.txt",
    )
    assert list(result.files) == ["-rf.txt", "a b.txt", "b\n.txt", "\u56f4\u68cb.txt", "\udcff.txt"]
    assert all(os.fsencode(name) == data for name, data in result.files.items())


@pytest.fixture
def folder(tmp_path):
    """A folder, and a descriptor of it."""
    fd = os.open(tmp_path, os.O_RDONLY)
    yield tmp_path, fd
    os.close(fd)


LONG = {"a.txt": bytes(1024), "b.txt": bytes(1025)}
MANY = "more than 3 files"
SIZES = (("a", 1024), ("b", 1500), ("c", 1000), ("d", 1024), ("e", 24), ("f", 1))
TREE = Collect(("*",), file_bytes=KIB, files=9, total_bytes=3 * KIB, depth=3)


@pytest.mark.parametrize(
    ("files", "asked", "taken", "refused"),
    [
        ({"a.txt": b"1", "A.TXT": b"2", "a.text": b"3"}, TEXTS, "a.txt", {}),
        ({"a.txt": b"1"}, Collect(), "", {}),
        (LONG, TEXTS, "a.txt", {"b.txt": "larger than 1 KiB"}),
        ({f"{n}.txt": b"" for n in "edcba"}, TEXTS, "a.txt b.txt c.txt", {"d.txt": MANY, "e.txt": MANY}),
        (
            {name: bytes(size) for name, size in SIZES},
            TREE,
            "a c d e",
            {"b": "larger than 1 KiB", "f": "more than 3 KiB in all"},
        ),
    ],
    ids=["what matches", "nothing asked for", "the largest", "too many", "all together"],
)
def test_what_is_taken_and_what_is_refused(folder, files, asked, taken, refused):
    path, fd = folder
    for name, data in files.items():
        (path / name).write_bytes(data)
    found = collect(fd, asked)
    assert (" ".join(found[0]), found[1]) == (taken, refused)
    assert all(files[name] == data for name, data in found[0].items())


def test_refusals_beyond_a_hundred_are_counted(folder):
    path, fd = folder
    for number in range(130):
        (path / f"{number:03}.txt").write_bytes(b"")
    files, refused = collect(fd, TEXTS)
    assert (len(files), len(refused)) == (3, 101)
    assert (refused["003.txt"], refused[OTHERS]) == ("more than 3 files", "27 more are not named")


def test_no_file_has_the_name_of_those_that_are_not_named(folder):
    """Who reads the refusals would take a file that was left for one that could not be taken out."""
    path, fd = folder
    (path / "…").write_bytes(b"")
    for number in range(110):
        (path / f"{number:03}").symlink_to("x")
    files, refused = collect(fd, Collect(("*",)))
    assert (list(files), refused[OTHERS]) == (["…"], "10 more are not named")
    assert "…" not in refused and OTHERS.startswith("/")


def test_a_link_is_an_attempt_among_answers_and_not_among_notes():
    kinds = Collect(("output.txt",)), Collect(("*",), answers=False)
    refused = {"output.txt": "FIFO", "notes": "symbolic link", OTHERS: "3 more are not named"}
    assert among_answers(refused, kinds) == {"output.txt": "FIFO"}
    assert among_answers(refused, (*kinds[:1], Collect(("n*",)))) == {
        "output.txt": "FIFO",
        "notes": "symbolic link",
    }


def test_a_socket_is_refused(folder):
    path, fd = folder
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path / "a.txt"))
    assert collect(fd, TEXTS) == ({}, {"a.txt": "socket"})


@pytest.mark.needs("root")
def test_a_device_is_refused(folder):
    path, fd = folder
    os.mknod(path / "a.txt", 0o20666, os.makedev(1, 5))
    assert collect(fd, TEXTS) == ({}, {"a.txt": "device"})


def test_what_is_read_is_the_file_that_was_looked_at(folder, monkeypatch):
    path, fd = folder
    (path / "a.txt").write_bytes(b"1")
    looked_at = collecting._objection

    def moved(found: os.stat_result, limit: int) -> str:
        (path / "a.txt").rename(path / "b")
        (path / "a.txt").symlink_to("/etc/passwd")
        return looked_at(found, limit)

    monkeypatch.setattr(collecting, "_objection", moved)
    assert collect(fd, TEXTS) == ({"a.txt": b"1"}, {})


def test_folders_are_looked_into_as_deep_as_is_asked(box):
    script = (
        "mkdir -p d/e/f; echo 1 >a; echo 2 >d/b; echo 3 >d/e/c; echo 4 >d/e/f/d; ln -s d link; mkfifo d/p"
    )
    result = box.shell(script, collect=TREE)
    assert dict(result.files) == {"a": b"1\n", "d/b": b"2\n", "d/e/c": b"3\n"}
    assert dict(result.refused) == {"d/e/f": "directory", "d/p": "FIFO", "link": "symbolic link"}


def test_files_of_one_name_in_two_folders_are_two(box):
    result = box.shell("mkdir a b; echo 1 >a/x; echo 2 >b/x; ln a/x a/y", collect=TREE)
    assert dict(result.files) == {"b/x": b"2\n"}
    assert dict(result.refused) == {"a/x": "2 links", "a/y": "2 links"}


def test_a_closed_folder_is_refused_or_looked_into_but_never_a_fault(box):
    result = box.shell("mkdir d; echo 1 >d/x; chmod 0 d", collect=TREE)
    assert (dict(result.files), dict(result.refused)) in [({}, {"d": "directory"}), ({"d/x": b"1\n"}, {})]


# -- the working directory on disk: measured whatever it contains, and removed afterwards ------------


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
