"""The door: links and exchanges at every depth lead nowhere, and a change is found."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from gograde.intake import descent
from gograde.intake.submission import CHANGED, Submission, take_in
from gograde.sandbox.host.kernel import openat2

HERE = Path(__file__).parent
SECRET = b"the hidden cases"
OWN = {"board9.py": b"print(1)\n", "src/deep/rules.py": b"x = 1\n"}
ROUNDS = 150


def put(folder: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return folder


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A class with the submission of alice, and hidden cases of the same names beside it."""
    secret = dict.fromkeys(OWN, SECRET)
    put(tmp_path / "hidden/board9", {f"alice/{name}": data for name, data in secret.items()} | secret)
    put(tmp_path / "submissions/board9/alice", OWN)
    return tmp_path


def handed_in(room: Path) -> Submission:
    return take_in(room / "submissions/board9/alice", room)


def test_a_whole_submission_is_taken_in_as_it_lies_there(room: Path) -> None:
    assert (dict(handed_in(room).files), handed_in(room).refusal) == (OWN, "")


@pytest.mark.parametrize("part", ["submissions", "submissions/board9"])
def test_a_link_on_the_way_is_not_followed(room: Path, part: str) -> None:
    (room / part).rename(room / "moved")
    (room / part).symlink_to(room / ("moved" if part.endswith("9") else "."))
    with pytest.raises(OSError, match=r"Too many levels of symbolic links|Not a directory"):
        handed_in(room)


@pytest.mark.parametrize("call", ["openat2", "open"])
@pytest.mark.parametrize(
    ("part", "outcome"),
    [
        ("alice", ({}, "alice: a symbolic link", {})),
        ("alice/src", ({"board9.py": OWN["board9.py"]}, "", {"src": "a link"})),
        ("alice/src/deep", ({"board9.py": OWN["board9.py"]}, "", {"src/deep": "a link"})),
        ("alice/board9.py", ({"src/deep/rules.py": b"x = 1\n"}, "", {"board9.py": "a link"})),
    ],
)
def test_a_link_in_the_place_of_an_entry_is_not_followed(
    room: Path, monkeypatch: pytest.MonkeyPatch, call: str, part: str, outcome: object
) -> None:
    if call == "open":
        monkeypatch.setattr(descent, "openat2", no_such_call)
    path = room / "submissions/board9" / part
    path.rename(room / "moved")
    path.symlink_to(room / "hidden/board9" / part)
    taken = handed_in(room)
    assert (dict(taken.files), taken.refusal, dict(taken.skipped)) == outcome


def no_such_call(*_: object) -> int:
    """What a kernel before Linux 5.6 answers."""
    raise OSError(38, "Function not implemented")


@pytest.mark.parametrize("call", ["openat2", "open"])
def test_an_entry_that_became_a_link_after_it_was_met_is_a_change(
    room: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    if call == "open":
        monkeypatch.setattr(descent, "openat2", no_such_call)
    alice = room / "submissions/board9/alice"
    with descent.folder_below(alice, []) as folder:
        for name in ("src", "board9.py"):
            entry = descent.meet(folder, name, "")
            (alice / name).rename(room / "moved")
            (alice / name).symlink_to(room / "hidden/board9" / name)
            flags = descent.FOLDER if name == "src" else descent.FILE
            with pytest.raises(descent.ChangedError), descent.opened(entry, flags):
                pass
            (alice / name).unlink()
            (room / "hidden/board9" / name).rename(alice / name)
            with pytest.raises(descent.ChangedError), descent.opened(entry, flags):
                pass
            (room / "moved").rename(room / f"moved {name}")


@pytest.mark.parametrize("code", [errno.EXDEV, errno.EAGAIN])
def test_an_entry_that_is_moved_while_it_is_opened_is_a_change(
    room: Path, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    """The kernel answers so for an entry that leaves its folder in the middle of the call."""

    def moved(folder: int, name: str, flags: int, resolve: int) -> int:
        if name == "rules.py":
            raise OSError(code, os.strerror(code))
        return openat2(folder, name, flags, resolve)

    monkeypatch.setattr(descent, "openat2", moved)
    assert handed_in(room).refusal == f"alice: {CHANGED}"


@contextmanager
def exchanging(*words: str | Path) -> Iterator[None]:
    command = [sys.executable, str(HERE / "exchanger.py"), *map(str, words)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"ready\n"
            yield
            assert process.poll() is None
        finally:
            process.kill()


def rounds(room: Path, hit: Callable[[Submission], object]) -> Iterator[Submission]:
    """What is taken in again and again, at least once while the entries are exchanged."""
    hits = number = 0
    deadline = time.monotonic() + 120
    while number < ROUNDS or not hits:
        assert time.monotonic() < deadline, "nothing was exchanged"
        one = handed_in(room)
        number, hits = number + 1, hits + bool(hit(one))
        yield one


@pytest.mark.parametrize("part", ["alice", "alice/src", "alice/src/deep", "alice/board9.py"])
@pytest.mark.parametrize("way", ["loop", "seen"])
def test_nothing_of_another_folder_comes_in_while_entries_are_exchanged(
    room: Path, part: str, way: str
) -> None:
    path = room / "submissions/board9" / part
    link = room / "link"
    link.symlink_to(room / "hidden/board9" / part)
    with exchanging(way, path, link, path.parent):
        taken = list(rounds(room, lambda one: one.refusal or one.skipped))
    for one in taken:
        assert SECRET not in one.files.values()
        assert one.refusal in ("", f"alice: {CHANGED}", "alice: a symbolic link")
        assert set(one.skipped.values()) <= {"a link"}


def test_two_folders_that_are_exchanged_are_never_mixed(room: Path) -> None:
    other = put(room / "submissions/board9/other", {name: data + b"# other" for name, data in OWN.items()})
    with exchanging("loop", room / "submissions/board9/alice", other):
        taken = list(rounds(room, lambda one: one.refusal or b"x = 1\n# other" in one.files.values()))
    for one in taken:
        assert len({data.endswith(b"# other") for data in one.files.values()}) <= 1
        assert one.refusal in ("", f"alice: {CHANGED}")
    assert handed_in(room).refusal == ""


def test_what_changes_each_time_is_refused_with_a_reason_a_student_can_use() -> None:
    """A listing of open descriptors names the descriptor of the listing, which is gone after it."""
    taken = take_in(Path(f"/proc/{os.getpid()}/fd"))
    assert (dict(taken.files), taken.refusal) == (
        {},
        "fd: changed while it was taken in; it is taken in again at the next grading",
    )


@pytest.mark.needs("root")
def test_a_hard_link_to_a_file_of_another_user_is_refused(room: Path) -> None:
    alice = room / "submissions/board9/alice"
    os.chown(alice, 65534, 65534)
    os.link(room / "hidden/board9/board9.py", alice / "more.py")
    assert handed_in(room).refusal == "more.py: a hard link to a file of another user"
    os.chown(alice / "more.py", 65534, 65534)
    assert handed_in(room).refusal == ""


def test_a_folder_that_may_be_entered_but_not_listed_leads_on(
    room: Path, monkeypatch: pytest.MonkeyPatch, ordinary_user: Callable[[], AbstractContextManager[None]]
) -> None:
    room.chmod(0o711)
    (room / "submissions/board9").chmod(0o711)
    monkeypatch.chdir(room)
    with ordinary_user():
        assert dict(take_in(Path("submissions/board9/alice"), Path()).files) == OWN
