"""Folders, archives and single files become the same submission."""

from __future__ import annotations

import os
import socket
import zipfile
from pathlib import Path

import pytest

from gograde.intake.reading.opened import opened
from gograde.intake.submission import take_in

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
