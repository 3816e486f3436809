"""The store keeps what was taken in, privately and unchanged, and nothing else."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.intake.store import Store
from gograde.intake.submission import Submission, submission_of

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
