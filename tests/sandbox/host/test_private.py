"""The grader's own folders: closed to others, never one that somebody else laid, and gone afterwards."""

import fcntl
import os
import shutil
import stat
import sys
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from gograde import private
from gograde.errors import JudgeError
from gograde.private import Scratch, give, listed, lock_folder, open_lock, scratch_folder
from gograde.sandbox.collect import WorkDir
from gograde.sandbox.host.identity import FIRST_UID, GROUP, Identity
from gograde.sandbox.host.reach import closed_ways
from gograde.sandbox.protocol import Job


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder for temporary files and for locks, which this test alone uses."""
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.setattr(private, "_TEMPORARY", (str(tmp_path),))
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    """Be like a new process."""
    private._sweep_once.cache_clear()
    private._lasting.cache_clear()


@pytest.mark.parametrize("umask", [0o000, 0o022, 0o077])
def test_a_folder_is_closed_to_others_whatever_the_umask(place: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        with scratch_folder() as folder:
            assert stat.S_IMODE(folder.stat().st_mode) == 0o700
            lock = open_lock(folder / "lock")
            assert stat.S_IMODE(os.fstat(lock).st_mode) == 0o600
            os.close(lock)
        assert not list(place.iterdir())
    finally:
        os.umask(before)


@pytest.mark.needs("root")
def test_a_folder_that_is_given_away_is_closed_to_all_but_its_user(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", "/tmp")
    work = WorkDir.make(Identity(FIRST_UID + 7, GROUP, drop=True))
    found, around = work.path.stat(), work.path.parent.stat()
    assert (found.st_uid, stat.S_IMODE(found.st_mode)) == (FIRST_UID + 7, 0o700)
    assert (around.st_uid, around.st_gid, stat.S_IMODE(around.st_mode)) == (0, GROUP, 0o710)
    work.remove()
    assert not work.path.parent.exists()


def laid_open(folder: Path) -> None:
    folder.chmod(0o777)


def below_another(folder: Path) -> None:
    os.chown(folder.parent, 65534, -1)


@pytest.mark.parametrize(
    "spoil",
    [laid_open, pytest.param(below_another, marks=pytest.mark.needs("root"))],
    ids=["open", "below another's"],
)
def test_a_place_where_others_can_rename_is_passed_over(place, monkeypatch, spoil) -> None:
    loose, firm = place / "above" / "loose", place / "firm"
    loose.mkdir(parents=True)
    firm.mkdir()
    monkeypatch.setattr(private, "_TEMPORARY", (str(loose), str(firm)))
    monkeypatch.setattr(tempfile, "tempdir", str(loose))
    spoil(loose)
    with scratch_folder() as folder:
        assert folder.parent == firm
    monkeypatch.setattr(private, "_TEMPORARY", (str(loose),))
    with pytest.raises(JudgeError, match="no folder for temporary files\nFix: set TMPDIR to"):
        Scratch.make()


@pytest.mark.needs("root")
def test_a_place_that_not_everybody_may_enter_is_passed_over_for_what_is_given_away(place: Path) -> None:
    with pytest.raises(JudgeError):
        Scratch.make(GROUP)


def test_nothing_is_left_whatever_depth_and_modes(place: Path) -> None:
    made = Scratch.make()
    deep = os.dup(made.fd)
    for _ in range(200):
        os.mkdir("d" * 100, dir_fd=deep)
        inner = os.open("d" * 100, os.O_RDONLY, dir_fd=deep)
        os.close(deep)
        deep = inner
    os.close(deep)
    (made.path / "closed").mkdir()
    (made.path / "closed" / "file").touch(mode=0)
    (made.path / "closed").chmod(0)
    os.mkfifo(made.path / "fifo")
    (made.path / ".1").touch()
    (made.path / "link").symlink_to(place)
    made.remove()
    assert list(place.iterdir()) == []


def test_what_a_killed_grader_left_is_removed_at_the_next_start(place: Path) -> None:
    left, used, other = (place / name for name in ("gograde-own-left", "gograde-own-used", "homework"))
    for folder in (left, used, other):
        (folder / "box").mkdir(parents=True)
        (folder / "box" / "file").write_text("x")
    lock = os.open(used, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    Scratch.make().remove()
    assert left.exists(), "a young one may be about to be locked"
    for folder in (left, used, other):
        os.utime(folder, (0, 0))
    forget()
    Scratch.make().remove()
    assert (left.exists(), used.exists(), other.exists()) == (False, True, True)
    os.close(lock)


@pytest.mark.parametrize("mode", [0o700, 0o1777])
def test_all_processes_of_a_user_agree_on_the_folder_of_locks(place: Path, mode: int) -> None:
    """Many that come at once, and one that comes later."""
    place.chmod(mode)
    come_to, found, start = private._lasting.__wrapped__, list[Path | None](), threading.Barrier(8)

    def come() -> None:
        start.wait(30)
        found.append(come_to(str(place), os.geteuid()))

    threads = [threading.Thread(target=come) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert found == [come_to(str(place), os.geteuid())] * 8
    assert {stat.S_IMODE(folder.stat().st_mode) for folder in place.iterdir()} == {0o700}


def a_link(path: Path) -> None:
    path.symlink_to("/usr")


def a_file(path: Path) -> None:
    path.touch()


def an_open_folder(path: Path) -> None:
    path.mkdir()
    path.chmod(0o755)


def anothers_folder(path: Path) -> None:
    path.mkdir(mode=0o700)
    os.chown(path, 65534, 65534)


@pytest.mark.parametrize(
    "lay", [a_link, a_file, an_open_folder, pytest.param(anothers_folder, marks=pytest.mark.needs("root"))]
)
def test_what_somebody_laid_under_a_name_of_ours_is_not_taken(place, lay) -> None:
    place.chmod(0o1777)
    lay(place / "gograde-locks-0")
    lay(place / "gograde-own-0")
    os.utime(place / "gograde-own-0", (0, 0), follow_symlinks=False)
    with scratch_folder() as folder:
        assert folder.name != "gograde-own-0"
    chosen = private._lasting(str(place), os.geteuid())
    assert chosen is not None
    assert chosen.parent.name != "gograde-locks-0"


def test_a_folder_of_locks_that_has_gone_is_made_anew(monkeypatch: pytest.MonkeyPatch, place: Path) -> None:
    if os.geteuid() == 0:
        monkeypatch.setattr(private, "_safe", lambda top: place if top == str(place) else None)
    first = lock_folder()
    assert lock_folder() == first
    first.rmdir()
    assert (lock_folder(), first.parent, first.is_dir()) == (first, place, True)


def test_without_a_group_no_mode_opens_a_file_to_others(tmp_path: Path) -> None:
    with (tmp_path / "file").open("w") as file:
        give(file.fileno(), None, 0o666)
        assert stat.S_IMODE(os.fstat(file.fileno()).st_mode) == 0o600


@pytest.mark.usefixtures("place")
def test_a_forked_child_that_dies_amid_a_listing_leaves_nothing_unlisted() -> None:
    made = Scratch.make()
    (made.path / "left").touch()
    if not (child := os.fork()):
        next(os.scandir(made.fd))
        os._exit(0)
    os.waitpid(child, 0)
    assert [entry.name for entry in listed(made.fd)] == ["left"]
    made.remove()
    assert not made.path.exists()


# -- a closed home is opened only for the interpreter in it ------------------------------------


NOBODY = Identity(64999, 64999, drop=True)


@pytest.fixture
def home():
    """A closed home with a program three folders down, and a diary."""
    path = Path(f"/var/tmp/gograde-home-{os.getpid()}")
    tools = path / "versions" / "3.11" / "bin"
    tools.mkdir(parents=True)
    (tools / "prog").write_text("#!/bin/sh\necho from home\n")
    (tools / "prog").chmod(0o755)
    (path / "diary").write_text("dear diary")
    path.chmod(0o700)
    yield path
    shutil.rmtree(path)


@pytest.mark.needs("root")
def test_the_ways_that_are_closed_are_found(home):
    inner = home / "versions" / "3.11"
    assert closed_ways([inner, Path("/usr/bin")], NOBODY) == {inner: home}
    home.chmod(0o711)
    assert closed_ways([inner], NOBODY) == {}


def test_none_is_closed_to_the_graders_own_user(home):
    assert closed_ways([home / "versions"], Identity(os.getuid(), os.getgid(), drop=False)) == {}


def test_a_missing_path_is_the_graders_fault():
    with pytest.raises(JudgeError) as caught:
        closed_ways([Path("/nowhere/python")], NOBODY)
    assert str(caught.value) == (
        "sandbox: /nowhere/python does not exist\nFix: name files and folders of this machine"
    )


@pytest.mark.needs("root")
def test_a_folder_that_is_closed_itself_is_named_with_the_way_to_mend_it(home):
    with pytest.raises(JudgeError) as caught:
        closed_ways([home], NOBODY)
    assert str(caught.value) == f"sandbox: {home} cannot be read by uid 64999\nFix: chmod -R o+rX {home}"


def test_a_program_in_a_closed_home_runs_and_the_rest_of_the_home_stays_closed(backend, home):
    inner = home / "versions" / "3.11"
    program = os.fspath(inner / "bin" / "prog")
    assert backend.run(Job((program,), readable=(inner,))).stdout == b"from home\n"
    peek = ("/bin/sh", "-c", f"cat {home}/diary; ls {inner}")
    assert backend.run(Job(peek, readable=(inner,))).stdout == b"bin\n"


def test_two_folders_of_one_closed_home(backend, home):
    (home / "lib").mkdir()
    (home / "lib" / "data").write_text("data")
    inner = home / "versions" / "3.11"
    script = ("/bin/sh", "-c", f"{inner}/bin/prog; cat {home}/lib/data; cat {home}/diary")
    readable = (inner, home / "lib", home / "lib" / "data")
    assert backend.run(Job(script, readable=readable)).stdout == b"from home\ndata"


def test_the_grader_itself_sees_its_files_as_before(backend, home):
    inner = home / "versions" / "3.11"
    here, mounts = Path.cwd(), Path("/proc/self/mountinfo").read_text()
    backend.run(Job((os.fspath(inner / "bin" / "prog"),), readable=(inner,)))
    assert (home / "diary").read_text() == "dear diary"
    assert (Path.cwd(), Path("/proc/self/mountinfo").read_text()) == (here, mounts)
    assert os.getresuid() == (os.geteuid(),) * 3
    assert os.getresgid() == (os.getegid(),) * 3


def test_the_interpreter_that_runs_the_tests_runs_submissions(backend):
    python = Path(sys.executable).resolve()
    job = Job(
        (os.fspath(python), "-c", "import json, sys; print(sys.version)"), readable=(Path(sys.base_prefix),)
    )
    assert backend.run(job).stdout.decode().strip() == sys.version.strip()
