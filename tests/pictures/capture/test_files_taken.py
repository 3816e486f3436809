"""Pictures are collected from the working directory beside answers, with limits of their own."""

from __future__ import annotations

import os
from pathlib import Path

from gograde.package.package import find_package
from gograde.sandbox.protocol import Collect
from gograde.sandbox.workdir.collect import collect_each

TEXTS, PICTURES = Collect(("a*",), 10, 2), Collect(("*.png",), 100, 2)


def test_a_file_belongs_to_the_first_kind_that_it_matches(tmp_path: Path) -> None:
    sizes = {"a.png": 50, "a.txt": 5, "a2.png": 500, "a3.txt": 50, "b.png": 50, "c.png": 1}
    for name, size in sizes.items():
        (tmp_path / name).write_bytes(bytes(size))
    fd = os.open(tmp_path, os.O_RDONLY | os.O_DIRECTORY)
    files, refused = collect_each(fd, (PICTURES, TEXTS))
    os.close(fd)
    assert {name: len(data) for name, data in files.items()} == {"a.png": 50, "b.png": 50, "a.txt": 5}
    assert refused == {
        "a2.png": "larger than 100 bytes",
        "c.png": "more than 2 files",
        "a3.txt": "larger than 10 bytes",
    }


def test_board9_takes_pictures_however_their_names_are_written() -> None:
    config = find_package("board9").config.contract.pictures
    assert (config.file_kib, config.files) == (1024, 40)
    assert config.patterns[0] == "*.[Pp][Nn][Gg]" and len(config.patterns) == 10
