"""Folders, archives and single files become the same submission."""

from __future__ import annotations

import os
import socket
import stat
import zipfile
from pathlib import Path

import pytest

from gograde.errors import JudgeError
from gograde.intake.reading.opened import opened
from gograde.intake.store import Store
from gograde.intake.submission import Submission, submission_of, take_in

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
    zipped(tmp_path / "inner.zip", FILES)
    with zipfile.ZipFile(tmp_path / "dave.zip", "w") as archive:
        archive.write(tmp_path / "inner.zip", "inner.zip")
    for path in (plain, alone, tmp_path / "carol", tmp_path / "dave.zip"):
        submission = opened(take_in(path))
        assert (dict(submission.files), submission.refusal) == (expected, "")


def test_a_single_program_is_a_submission(tmp_path: Path) -> None:
    (tmp_path / "alice.py").write_text("print(1)\n")
    assert dict(take_in(tmp_path / "alice.py").files) == {"alice.py": b"print(1)\n"}


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


def test_no_link_is_followed_and_no_pipe_blocks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    root = folder(tmp_path / "alice", FILES)
    (root / "secret").symlink_to("/etc/passwd")
    (root / "up").symlink_to("..")
    os.mkfifo(root / "pipe")
    with socket.socket(socket.AF_UNIX) as listener:
        monkeypatch.chdir(root)
        listener.bind("socket")
        submission = take_in(root)
    assert sorted(submission.files) == sorted(FILES)
    assert submission.skipped == {
        "pipe": "not a regular file",
        "secret": "a link",
        "socket": "not a regular file",
        "up": "a link",
    }


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("homework.rar", "homework.rar: a RAR archive, which cannot be run; hand in a folder, a .zip or a "),
        ("homework.7z", "homework.7z: a 7-Zip archive, which cannot be run; hand in"),
        ("Report.DOCX", "Report.DOCX: a Word document, which cannot be run; hand in"),
        ("homework.zip", "homework.zip: not a zip archive, or one that is cut off"),
        ("homework.tar.gz", "homework.tar.gz: not a tar archive, or a broken one"),
    ],
)
def test_what_cannot_be_read_is_refused_by_name(tmp_path: Path, name: str, message: str) -> None:
    folder(tmp_path / "alice", {name: "Rar!"})
    assert opened(take_in(tmp_path / "alice")).refusal.startswith(message)


def test_an_empty_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "alice").mkdir()
    expected = "no files in it; hand in a folder, a .zip or a .tar.gz with the program in it"
    assert opened(take_in(tmp_path / "alice")).refusal == expected


def test_a_folder_has_the_same_limits_as_an_archive(tmp_path: Path) -> None:
    folder(tmp_path / "many", {f"{number}.txt": "" for number in range(501)})
    assert take_in(tmp_path / "many").refusal == "more than 500 files, at 99.txt"
    with (tmp_path / "big").open("wb") as file:
        file.truncate(21 << 20)
    assert take_in(tmp_path / "big").refusal == "more than 20 MiB of files, at big"


def test_the_course_systems_own_file_is_not_the_students(tmp_path: Path) -> None:
    zipped(tmp_path / "alice" / "work.zip", FILES)
    (tmp_path / "alice" / "submission_metadata.json").write_text(
        '{"created_at": "2026-11-15T20:00:00+00:00"}'
    )
    assert sorted(opened(take_in(tmp_path / "alice")).files) == sorted(FILES)


def test_deep_folders_are_refused_and_not_a_crash(tmp_path: Path) -> None:
    deep = tmp_path / "alice" / "/".join("d" * 60)
    deep.mkdir(parents=True)
    assert "a name that is too long" in take_in(tmp_path / "alice").refusal


@pytest.mark.parametrize("target", ["elsewhere", "nowhere"])
def test_a_submission_that_is_a_link_is_refused(tmp_path: Path, target: str) -> None:
    folder(tmp_path / "elsewhere", FILES)
    (tmp_path / "alice").symlink_to(target)
    submission = take_in(tmp_path / "alice")
    assert (submission.refusal, dict(submission.files)) == ("alice: a symbolic link", {})


def test_names_of_other_systems_in_a_folder(tmp_path: Path) -> None:
    root = folder(tmp_path / "alice", FILES)
    (root / os.fsdecode("棋盘.py".encode("gb18030"))).write_text("x")
    (root / "notes\t1.txt").write_text("x")
    (root / "Icon\r").write_text("")
    submission = take_in(root)
    assert sorted(submission.files) == [*sorted(FILES), "棋盘.py"]
    assert submission.skipped == {"notes?1.txt": "a character that no file name may hold"}
    (root / "bad\t.py").write_text("x")
    assert take_in(root).refusal == "bad?.py: a character that no file name may hold"


def test_a_virtual_environment_of_any_name_is_junk(tmp_path: Path) -> None:
    environment = {"env311/pyvenv.cfg": "", "env311/lib/six.py": ""}
    zipped(tmp_path / "bob.zip", FILES | environment)
    for path in (folder(tmp_path / "alice", FILES | environment), tmp_path / "bob.zip"):
        assert sorted(opened(take_in(path)).files) == sorted(FILES)
