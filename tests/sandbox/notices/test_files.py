"""The file names that no program may ask for: a table of paths on an invented machine."""

import errno
import fcntl
import os
import threading
from pathlib import Path

import pytest

from gograde.sandbox import attempts
from gograde.sandbox.attempts import FilePolicy, Locks, file_policy
from gograde.sandbox.protocol import Job
from tests.golden import values_agree

THERE = {
    "/home", "/home/ada/class/hidden/board9/01/answer.txt", "/root/.ssh/id_rsa", "/tmp", "/tmp/notes.txt",
    "/etc/passwd", "/etc/shadow", "/etc/ssh/ssh_host_rsa_key", "/usr/lib/python3/json.py",
    "/usr/lib/grader/go.py", "/opt/python/lib/os.py", "/opt/python", "/opt", "/dev/null", "/dev/mem",
    "/dev/sda1", "/proc/cpuinfo", "/proc/kcore", "/proc/sys/kernel/core_pattern",
    "/sys/devices/system/cpu/online", "/var/lib/dbus/machine-id", "/var/tmp/gograde-box-x",
    "/var/tmp/gograde-box-x/stdin",
}  # fmt: skip

MADE_UP = FilePolicy(
    own=("/usr/", "/opt/python/lib/", "/etc/ld.so.cache"), hidden=("/usr/lib/grader/",),
    listed=frozenset(["/home/ada/gograde"]), exists=THERE.__contains__,
)  # fmt: skip


def judged(path: str, folder: str = "/box", *, writes: bool = False, own: FilePolicy = MADE_UP) -> str:
    return own.trespass(path, folder, writes=writes, pids=frozenset({7, 4242}))


def test_what_is_asked_for_is_its_own_or_told() -> None:
    """On the run's own computer, wherever it stands; also what a student's computer may have."""
    values_agree(
        "sandbox/files.txt",
        opens=lambda path, *folder: judged(path, *folder) or "its own",
        writes=lambda path, *folder: judged(path, *folder, writes=True) or "its own",
    )


def test_the_hosts_name_of_the_working_directory_is_the_programs_root() -> None:
    here = FilePolicy(own=("/usr/",), holder="/var/tmp/gograde-box-x", exists=THERE.__contains__)
    work = "/var/tmp/gograde-box-x/box"
    for path in ("..", "../stdin", work, f"{work}/answer.txt", "/var/tmp/gograde-box-x", f"{work}/../stdin"):
        assert judged(path, work, own=here) == "", path
    assert judged("../../../root/.ssh/id_rsa", work, own=here) == "opens /root/.ssh/id_rsa"
    assert judged("/tmp/notes.txt", work, own=here) == "opens /tmp/notes.txt"


def test_the_quick_answer_never_passes_what_the_slow_one_finds() -> None:
    for path in (*THERE, "/usr/../etc/shadow", "/usr/lib/grader/go.py", "../etc/shadow", "/etc/ld.so.cache"):
        if MADE_UP.surely_allows(path):
            assert judged(path) == "", path
    assert MADE_UP.surely_allows("/usr/lib/python3/json.py")
    assert not MADE_UP.surely_allows("/usr/lib/grader/go.py")
    assert not MADE_UP.surely_allows("/usr/../etc/shadow")
    assert not MADE_UP.surely_allows("test_0.txt"), "its folder may be any"


def test_the_files_that_a_job_may_open(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "pyvenv.cfg").touch()
    job = Job(
        ("/bin/true",),
        readable=(tmp_path / "lib", tmp_path / "pyvenv.cfg"),
        hidden=(tmp_path / "lib" / "gograde",),
    )
    (tmp_path / "lib" / "gograde").mkdir()
    (tmp_path / "class").mkdir()
    found = file_policy(job, tmp_path / "holder" / "box")
    assert found.surely_allows(f"{tmp_path}/lib/os.py")
    assert found.surely_allows(f"{tmp_path}/pyvenv.cfg")
    assert not found.surely_allows(f"{tmp_path}/lib/gograde/go.py")
    asked = (f"{tmp_path}/{name}" for name in ("lib/gograde", "class", "include", "holder/box/x"))
    answers = [found.trespass(path, "/", writes=False) for path in asked]
    assert answers == [f"opens {tmp_path}/lib/gograde", f"opens {tmp_path}/class", "", ""]


def test_libraries_behind_a_link_are_there_by_either_name(tmp_path: Path) -> None:
    (tmp_path / "real" / "lib" / "gograde").mkdir(parents=True)
    (tmp_path / "real" / "lib" / "gograde" / "go.py").touch()
    (tmp_path / "real" / "lib" / "font.ttf").touch()
    (tmp_path / "venv").symlink_to("real")
    lib = tmp_path / "venv" / "lib"
    found = file_policy(Job(("/bin/true",), readable=(lib,), hidden=(lib / "gograde",)))
    for name in ("venv", "real"):
        assert found.trespass(f"{tmp_path}/{name}/lib/font.ttf", "/", writes=False) == ""
        hidden = f"{tmp_path}/{name}/lib/gograde/go.py"
        assert found.trespass(hidden, "/", writes=False) == f"opens {hidden}"


# -- locks: on the run's own files, and only so many -------------------------------------------------


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


def test_locks_that_were_given_back_do_not_count(own, tmp_path, monkeypatch) -> None:
    monkeypatch.setattr(attempts, "MOST_LOCKS", 40)
    with (tmp_path / "own").open("w") as file:
        for _ in range(100):
            for operation in (fcntl.LOCK_EX, fcntl.LOCK_UN):
                assert own.judge(os.getpid(), "fcntl", (file.fileno(), F_SETLK)) is None
                fcntl.lockf(file, operation)


def test_locks_that_are_kept_count_and_then_none_is_given_any_more(own, tmp_path, monkeypatch) -> None:
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
