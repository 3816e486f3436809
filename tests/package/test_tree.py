from __future__ import annotations

import os
import subprocess

import pytest

from gograde.errors import DataError
from gograde.package.secret_files import TreeLimits, read_tree
from tests.golden import errors_agree


def fill(folder, *paths):
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(path.encode())
    return folder


def test_files_are_read_in_order_and_empty_folders_passed_over(tmp_path):
    fill(tmp_path, "b", "a-b/c.txt", "a/x", "B_1/y", "1/2/3/4/file")
    (tmp_path / "empty").mkdir()
    found = read_tree(tmp_path)
    assert list(found) == ["1/2/3/4/file", "B_1/y", "a-b/c.txt", "a/x", "b"]
    assert found["a/x"] == b"a/x"


def test_the_folder_itself_may_be_a_link(tmp_path):
    fill(tmp_path, "real/a")
    (tmp_path / "link").symlink_to("real")
    assert read_tree(tmp_path / "link") == {"a": b"real/a"}


REFUSED = """\
rmdir "$PWD"
rmdir "$PWD"; touch "$PWD"
mkdir sub; touch sub/a; ln -s a sub/link
ln -s /etc/hostname link
ln -s nowhere link
ln -s . link
mkfifo pipe
mkdir one One; touch one/a One/A
dd of=huge bs=1M seek=1M count=0 </dev/null 2>/dev/null
mkdir -p 1/2/3/4/5"""
"""What is done to a folder."""

NAMES = (".hidden", "-x", "a b", "a\nb", "a\\b", "boàrd", "\x1b[2J", "a:b", "x" * 101)


def test_what_is_in_no_folder_of_ours_is_refused(tmp_path):
    def tried():
        for number, shell in enumerate(REFUSED.split("\n")):
            folder = tmp_path / f"{number}"
            folder.mkdir()
            subprocess.run(["sh", "-c", shell], cwd=folder, check=True)
            yield shell, lambda folder=folder: read_tree(folder)
        for number, name in enumerate(NAMES):
            folder = fill(tmp_path, f"names/{number}/x") / f"names/{number}"
            os.close(os.open(folder / name, os.O_CREAT))
            yield name, lambda folder=folder: read_tree(folder)
        folder = fill(tmp_path / "limits", "a/12345", "12345.")
        for limits in (TreeLimits(total_bytes=12), TreeLimits(entries=2)):
            yield str(limits), lambda limits=limits: read_tree(folder, limits)

    errors_agree("package/trees.txt", tried(), tmp_path)
    assert read_tree(tmp_path / "limits", TreeLimits(total_bytes=13, entries=3))
    (fill(tmp_path / "coded", "a") / "\udcff").touch()
    with pytest.raises(DataError, match="a name that is not letters"):
        read_tree(tmp_path / "coded")
