"""Git clones from strangers: only checked-out files count, and the repository is never read."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from gograde.intake.submission import take_in

PROGRAM = {"board9.py": b"print(1)\n", "src/rules.py": b"x = 1\n"}

HAND_IN = "hand in a folder, a .zip or a .tar.gz with the program in it"


def write(root: Path, files: dict[str, bytes]) -> Path:
    for name, data in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return root


REPOSITORY = {
    "HEAD": b"ref: refs/heads/main\n",
    "config": b"[core]\n\tfsmonitor = touch /tmp/started\n\thooksPath = hooks\n",
    "hooks/post-checkout": b"#!/bin/sh\ntouch started\n",
    "objects/pack/pack-1.pack": b"PACK",
    "refs/heads/main": b"0" * 40,
}


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone of a hostile repository, with its programs for git to start."""
    write(tmp_path / "alice", PROGRAM)
    return write(tmp_path / "alice/.git", REPOSITORY).parent


def test_the_files_of_a_clone_are_those_checked_out(clone: Path) -> None:
    taken = take_in(clone)
    assert (dict(taken.files), dict(taken.skipped), taken.refusal) == (PROGRAM, {}, "")
    digest = taken.sha256
    write(clone / ".git", {"more": b"x"})
    shutil.rmtree(clone / ".git")
    assert take_in(clone).sha256 == digest


def test_nothing_below_git_is_opened_or_listed(
    clone: Path, monkeypatch: pytest.MonkeyPatch, ordinary_user: Callable[[], AbstractContextManager[None]]
) -> None:
    """A folder that cannot be opened refuses a submission, but not this one."""
    clone.parent.chmod(0o711)
    (clone / ".git").chmod(0)
    monkeypatch.chdir(clone.parent)
    with ordinary_user():
        taken = take_in(Path(clone.name))
    assert (dict(taken.files), dict(taken.skipped), taken.refusal) == (PROGRAM, {}, "")


def test_a_huge_repository_costs_nothing(clone: Path) -> None:
    for number in range(600):
        (clone / f".git/objects/{number}").write_bytes(b"")
    with (clone / ".git/objects/pack/huge.pack").open("wb") as pack:
        pack.truncate(1 << 34)
    assert dict(take_in(clone).files) == PROGRAM


def test_a_huge_checkout_is_refused_by_name(clone: Path) -> None:
    with (clone / "data.bin").open("wb") as data:
        data.truncate(1 << 34)
    taken = take_in(clone)
    assert (taken.files, taken.refusal) == ({}, "more than 20 MiB of files, at data.bin")


def test_the_git_of_a_worktree_is_a_file_and_no_part_of_it(tmp_path: Path) -> None:
    folder = write(tmp_path / "alice", {**PROGRAM, ".git": b"gitdir: /etc\n", "lib/.git": b"gitdir: ../x\n"})
    assert dict(take_in(folder).files) == PROGRAM


def test_links_are_not_followed_wherever_they_lead(clone: Path, tmp_path: Path) -> None:
    (tmp_path / "secret.py").write_text("secret")
    (clone / "outside.py").symlink_to(tmp_path / "secret.py")
    (clone / "inside.py").symlink_to("board9.py")
    (clone / "folder").symlink_to("/etc", target_is_directory=True)
    (clone / "repository").symlink_to(".git", target_is_directory=True)
    taken = take_in(clone)
    assert dict(taken.files) == PROGRAM
    assert taken.skipped == dict.fromkeys(("outside.py", "inside.py", "folder", "repository"), "a link")


def test_a_git_that_is_a_link_is_not_followed(tmp_path: Path) -> None:
    folder = write(tmp_path / "alice", PROGRAM)
    (folder / ".git").symlink_to("/etc", target_is_directory=True)
    taken = take_in(folder)
    assert (dict(taken.files), dict(taken.skipped)) == (PROGRAM, {})


MODULES = b"""\
[submodule "rules"]
\tpath = lib/rules
\turl = https://example.org/rules
[submodule "there"]
\tpath = src
\turl = --upload-pack=touch started
"""


def test_a_submodule_that_is_not_there_is_named_and_never_fetched(clone: Path) -> None:
    write(clone, {".gitmodules": MODULES})
    (clone / "lib/rules").mkdir(parents=True)
    taken = take_in(clone)
    assert set(taken.files) == {*PROGRAM, ".gitmodules"}
    assert dict(taken.skipped) == {"lib/rules": "a git submodule that is not checked out"}


def test_a_checked_out_submodule_is_files(clone: Path) -> None:
    write(
        clone, {".gitmodules": MODULES, "lib/rules/a.py": b"1\n", "lib/rules/.git": b"gitdir: ../../.git/x\n"}
    )
    taken = take_in(clone)
    assert set(taken.files) == {*PROGRAM, ".gitmodules", "lib/rules/a.py"}
    assert dict(taken.skipped) == {}


def test_without_files_a_clone_says_what_it_lacks(tmp_path: Path) -> None:
    bare = write(tmp_path / "bob", REPOSITORY)
    (bare / "objects").mkdir(exist_ok=True)
    assert take_in(bare).refusal == (
        f"bob: a bare git repository, in which no file is checked out; {HAND_IN}"
    )
    empty = write(tmp_path / "eve/.git", REPOSITORY).parent
    assert take_in(empty).refusal == f"eve: a git clone in which no file is checked out; {HAND_IN}"


@pytest.mark.needs("git")
def test_a_clone_that_git_made(tmp_path: Path) -> None:
    origin = write(tmp_path / "origin", PROGRAM)
    env = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}
    author = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    for command in (("init", "-q"), ("add", "."), (*author, "commit", "-qm", "homework")):
        subprocess.run(["git", *command], cwd=origin, env=env, check=True)
    subprocess.run(["git", "clone", "-q", str(origin), str(tmp_path / "alice")], env=env, check=True)
    assert dict(take_in(tmp_path / "alice").files) == PROGRAM
    bare = tmp_path / "bob"
    subprocess.run(["git", "clone", "-q", "--bare", str(origin), str(bare)], env=env, check=True)
    assert "a bare git repository" in take_in(bare).refusal
