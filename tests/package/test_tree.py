import os

import pytest

from gograde.errors import DataError
from gograde.package.secret_files import TreeLimits, read_tree


def fault(folder, limits=TreeLimits()):  # noqa: B008 - frozen
    with pytest.raises(DataError) as caught:
        read_tree(folder, limits)
    return str(caught.value)


def fill(folder, *paths):
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(path.encode())


def test_files_are_read_in_order_and_empty_folders_passed_over(tmp_path):
    fill(tmp_path, "b", "a-b/c.txt", "a/x", "B_1/y")
    (tmp_path / "empty").mkdir()
    found = read_tree(tmp_path)
    assert list(found) == ["B_1/y", "a-b/c.txt", "a/x", "b"]
    assert found["a/x"] == b"a/x"


def test_the_folder_itself_may_be_a_link(tmp_path):
    fill(tmp_path, "real/a")
    (tmp_path / "link").symlink_to("real")
    assert read_tree(tmp_path / "link") == {"a": b"real/a"}


def test_a_missing_folder_is_told(tmp_path):
    assert fault(tmp_path / "x") == f"{tmp_path}/x: no such folder\nFix: give the folder as it was made"


def test_a_file_is_no_folder(tmp_path):
    fill(tmp_path, "x")
    assert fault(tmp_path / "x") == f"{tmp_path}/x: cannot be read (Not a directory)\nFix: make it readable"


@pytest.mark.parametrize("target", ["a", "/etc/hostname", "nowhere", ".", ".."])
def test_a_link_is_never_followed(tmp_path, target):
    fill(tmp_path, "sub/a")
    (tmp_path / "sub" / "link").symlink_to(target)
    assert fault(tmp_path) == f"{tmp_path}/sub/link: a symbolic link\nFix: put the file itself there"


def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    assert fault(tmp_path) == f"{tmp_path}/pipe: not a regular file\nFix: take it away"


@pytest.mark.parametrize(
    "name",
    [
        ".hidden",
        "-x",
        "a b",
        "a\nb",
        "a\\b",
        "boàrd",
        "\x1b[2J",
        "a:b",
        "x" * 101,
        b"\xff".decode("utf-8", "surrogateescape"),
    ],
)
def test_a_strange_name_is_refused(tmp_path, name):
    os.close(os.open(tmp_path / name, os.O_CREAT))
    assert fault(tmp_path) == (
        f"{tmp_path / name}: a name that is not letters, digits and . _ - (at most 100, no dot first)\n"
        "Fix: rename it or take it away"
    )


def test_names_that_some_disks_take_for_one_are_refused(tmp_path):
    fill(tmp_path, "one/a", "One/A")
    assert fault(tmp_path) == f"{tmp_path}/one/a: differs from another name in case only\nFix: rename it"


def test_a_huge_file_is_refused_however_little_disk_it_needs(tmp_path):
    fill(tmp_path, "a")
    os.truncate(tmp_path / "a", 1 << 40)
    assert fault(tmp_path) == f"{tmp_path}/a: larger than 1048576 bytes\nFix: make it smaller"


def test_all_files_together_have_a_limit(tmp_path):
    fill(tmp_path, "12345", "12345.")
    assert read_tree(tmp_path, TreeLimits(total_bytes=11))
    assert fault(tmp_path, TreeLimits(total_bytes=10)) == (
        f"{tmp_path}: holds more than 10 bytes\nFix: give the folder as it was made"
    )


def test_files_and_folders_are_counted(tmp_path):
    fill(tmp_path, "a/b")
    (tmp_path / "c").mkdir()
    assert read_tree(tmp_path, TreeLimits(entries=3))
    assert fault(tmp_path, TreeLimits(entries=2)) == (
        f"{tmp_path}: holds more than 2 files and folders\nFix: give the folder as it was made"
    )


def test_folders_are_not_followed_without_end(tmp_path):
    fill(tmp_path, "1/2/3/4/file")
    assert list(read_tree(tmp_path)) == ["1/2/3/4/file"]
    (tmp_path / "1/2/3/4/5").mkdir()
    assert fault(tmp_path) == (
        f"{tmp_path}/1/2/3/4/5: more than 4 folders deep\nFix: give the folder as it was made"
    )
