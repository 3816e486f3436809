"""Folders, archives and single files become the same submission."""

from __future__ import annotations

import os
import stat
import subprocess
import zipfile
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.intake.store import Store
from gograde.intake.submission import Submission, submission_of, take_in
from tests.fuzz.archives import opened
from tests.golden import agrees, inputs

# -- the store keeps what was taken in, privately and unchanged, and nothing else --------------------------


ALICE = submission_of({"board9.py": b"print(1)\n", "src/s\udcffme.py": b"same"}, "", {"link": "a link"})
BOB = submission_of({"other.py": b"same"}, "", {})
REFUSED = submission_of({}, "carol: a symbolic link", {})


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "work/taken")
    for submission in (ALICE, BOB, REFUSED):
        store.put(submission)
    return store


@pytest.mark.parametrize("submission", [ALICE, BOB, REFUSED])
def test_what_was_put_in_comes_out(store: Store, submission: Submission) -> None:
    assert store.get(submission.sha256) == submission


def test_submissions_that_differ_in_what_was_left_out_are_two(store: Store) -> None:
    without = submission_of(ALICE.files, "", {})
    assert without.sha256 != ALICE.sha256
    store.put(without)
    assert dict(store.get(ALICE.sha256).skipped) == {"link": "a link"}


def test_only_the_owner_can_read_and_nobody_writes(store: Store) -> None:
    modes = {
        (path.is_dir(), stat.S_IMODE(path.stat().st_mode))
        for path in (store.folder.parent, store.folder, *store.folder.rglob("*"))
    }
    assert modes == {(True, 0o700), (False, 0o400)}


@pytest.mark.parametrize("what", ["blob", "{}", "[]", '{"schema": "gograde/taken/v1"}', "lost", "other"])
def test_a_damaged_submission_is_a_fault_of_ours_until_the_next_intake(store: Store, what: str) -> None:
    manifest = store.folder / f"{ALICE.sha256}.json"
    [blob] = (path for path in store.folder.glob("files/*/*") if path.read_bytes() == b"print(1)\n")
    if what == "blob":
        blob.chmod(0o600)
        blob.write_bytes(b"print(2)\n")
    elif what == "lost":
        blob.unlink()
    else:
        manifest.chmod(0o600)
        manifest.write_text((store.folder / f"{BOB.sha256}.json").read_text() if what == "other" else what)
    with pytest.raises(JudgeError) as caught:
        store.get(ALICE.sha256)
    told = str(caught.value)
    assert told.startswith(f"{store.folder}: the submission {ALICE.sha256} is not whole in the store (")
    assert told.endswith(")\nFix: run gograde run again")
    store.put(ALICE)
    assert store.get(ALICE.sha256) == ALICE


def test_what_no_plan_names_is_deleted(store: Store) -> None:
    store.keep_only({BOB.sha256})
    assert store.get(BOB.sha256) == BOB
    names = {path.name for path in store.folder.rglob("*") if path.is_file()}
    assert len(names) == 2
    with pytest.raises(JudgeError):
        store.get(ALICE.sha256)


FILES = {"homework/board9.py": "print(1)\n", "homework/src/rules.py": "x = 1\n"}


def folder(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def zipped(path: Path, files: dict[str, str]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    return path


def test_folder_archive_and_folder_with_one_archive_hold_the_same_files(tmp_path: Path) -> None:
    expected = {name: text.encode() for name, text in FILES.items()}
    plain = folder(tmp_path / "alice", FILES)
    alone = zipped(tmp_path / "bob.zip", FILES)
    zipped(tmp_path / "carol" / "my homework.zip", FILES)
    (tmp_path / "carol" / ".DS_Store").write_text("junk")
    (tmp_path / "carol" / "submission_metadata.json").write_text("the course system's own")
    zipped(tmp_path / "inner.zip", FILES | {"env311/pyvenv.cfg": "", "env311/lib/six.py": ""})
    with zipfile.ZipFile(tmp_path / "dave.ZIP", "w") as archive:
        archive.write(tmp_path / "inner.zip", "inner.zip")
    for path in (plain, alone, tmp_path / "carol", tmp_path / "dave.ZIP"):
        submission = opened(take_in(path))
        assert (dict(submission.files), submission.refusal) == (expected, "")


def test_the_digest_is_of_names_and_contents_only(tmp_path: Path) -> None:
    before = take_in(folder(tmp_path / "a", FILES)).sha256
    assert take_in(folder(tmp_path / "b", FILES)).sha256 == before
    os.utime(tmp_path / "a/homework/board9.py", (1, 1))
    (tmp_path / "a/.git").mkdir()
    (tmp_path / "a/.git/HEAD").write_text("ref")
    assert take_in(tmp_path / "a").sha256 == before
    folder(tmp_path / "a", {"homework/board9.py": "print(2)\n"})
    assert take_in(tmp_path / "a").sha256 != before
    folder(tmp_path / "b", {"more.py": ""})
    assert take_in(tmp_path / "b").sha256 != before


SHELL = r"""
set -e
program() { mkdir -p alice/src; echo 'print(1)' >alice/board9.py; echo 'x = 1' >alice/src/rules.py; }
repository() {
    mkdir -p $1/hooks $1/objects/pack $1/refs/heads; echo PACK >$1/objects/pack/pack-1.pack
    echo 'ref: refs/heads/main' >$1/HEAD; echo 0 >$1/refs/heads/main
    echo 'touch started' >$1/hooks/post-checkout
    printf '[core]\n\tfsmonitor = touch /tmp/started\n\thooksPath = hooks\n' >$1/config
}
clone() { program; repository alice/.git; }
submodules() {
    printf '[submodule "rules"]\n\tpath = lib/rules\n\turl = https://example.org/rules\n' >alice/.gitmodules
    printf '[submodule "there"]\n\tpath = src\n\turl = --upload-pack=touch started\n' >>alice/.gitmodules
    mkdir -p alice/lib/rules
}
large() { dd of=$1 bs=1M seek=$2 count=0 </dev/null 2>/dev/null; }
"""


def test_what_is_taken_in(tmp_path: Path) -> None:
    """No link is followed, no pipe waited for, no repository read, and nothing in it is started.

    Each line of shell in the output, with the functions above, makes what is handed in as `alice`.
    """
    said = []
    for number, scene in enumerate(inputs("intake/taken.txt", "$ ")):
        folder = tmp_path / f"{number}"
        folder.mkdir()
        subprocess.run(["sh", "-c", f"{SHELL}{scene}"], cwd=folder, check=True)
        taken = take_in(folder / "alice")
        read = opened(taken)
        files = [f"{name}: {data!r}" for name, data in read.files.items()]
        left = [f"left out {name}: {why}" for name, why in taken.skipped.items()]
        shown = [*files, *left[:9], f"refusal: {read.refusal}", ""]
        said.append("\n".join([f"$ {scene}", *shown]))
    agrees("intake/taken.txt", "\n".join(said))


def test_nothing_below_git_is_opened_or_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ordinary_user: Callable[[], AbstractContextManager[None]]
) -> None:
    """A folder that cannot be opened refuses a submission, but not this one."""
    tmp_path.chmod(0o711)
    before = take_in(folder(tmp_path / "alice", FILES))
    folder(tmp_path / "alice", {".git/HEAD": "ref"})
    (tmp_path / "alice/.git").chmod(0)
    monkeypatch.chdir(tmp_path)
    with ordinary_user():
        assert take_in(Path("alice")) == before
