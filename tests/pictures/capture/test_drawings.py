"""Drawings of windows from untrusted programs: drawn in the sandbox, or refused there."""

from __future__ import annotations

import base64
import json
import os
import zlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from gograde.core.assignment import PictureFact
from gograde.grading.contracts.files import Captured, captured_of, decode, drawn
from gograde.package.package import find_package
from gograde.pictures.decode.in_box import Bare, inspect
from gograde.pictures.picture import NoPicture, Picture
from gograde.sandbox.protocol import Backend, Collect, RunResult
from gograde.sandbox.workdir.collect import collect_each

BROKEN = NoPicture("it cannot be decoded")
EMPTY = RunResult("scripted", 0, None, None, 0.0, 0.0, 0, b"", b"", 0, 0, {}, {})


def drawing(items: Any, images: Any = None, size: tuple[int, int] = (60, 40)) -> bytes:
    """A window that is one canvas."""
    width, height = size
    box = [0, 0, width, height]
    value = {"ground": "white", "parts": [[box, box, "tan", items]], "images": images or {}}
    return f"gograde drawing 1 {width} {height}\n{json.dumps(value)}\n".encode()


def seen(data: bytes, backend: Backend) -> Picture | NoPicture:
    return dict(decode({"a.drawing": data}, backend))["a.drawing"]


def pixel(picture: Picture | NoPicture, x: int, y: int) -> tuple[int, ...]:
    assert isinstance(picture, Picture), picture
    return tuple(picture.rgb[3 * (y * picture.width + x) :][:3])


TAN, BLACK, WHITE, RED = (210, 180, 140), (0, 0, 0), (255, 255, 255), (255, 0, 0)


ITEMS: Sequence[tuple[Any, dict[tuple[int, int], tuple[int, ...]]]] = [
    (["oval", [10, 10, 30, 30], {"fill": "black"}], {(20, 20): BLACK, (11, 11): TAN, (31, 20): TAN}),
    (["oval", [30, 30, 10, 10], {"width": "3"}], {(20, 20): TAN, (10, 20): BLACK}),
    (["rectangle", [5, 5, 9, 9], {"outline": "", "fill": "#f00"}], {(5, 5): RED, (8, 8): RED, (9, 9): TAN}),
    (["line", [20, 0, 20, 39], {}], {(20, 20): BLACK, (19, 20): TAN, (21, 20): TAN}),
    (["line", [5, 5, 5, 5], {"width": 6, "capstyle": "round"}], {(5, 5): BLACK, (9, 5): TAN}),
    (["polygon", [10, 10, 50, 10, 30, 35], {"fill": "Red"}], {(30, 20): RED, (12, 30): TAN}),
    (["arc", [10, 10, 30, 30], {"fill": "red", "extent": "180"}], {(20, 14): RED, (20, 26): TAN}),
    (["text", [30, 20], {"text": "\u25cf", "size": 40}], {(30, 21): BLACK, (2, 2): TAN}),
    (["line", [0, 5, 59, 5], {"fill": ""}], {(20, 5): TAN}),
    (["line", [-1e300, 5, 1e300, 5], {"width": "1e999"}], {(20, 5): BLACK}),
    (["oval", [5, 5, 9, 9], {"fill": "no colour"}], {(7, 7): (128, 128, 128)}),
    (["whatever", [1, 2], {}], {(1, 2): TAN}),
]


@pytest.fixture(scope="module")
def items(backend: Backend) -> dict[str, Picture | NoPicture]:
    """A drawing of each item, decoded in one job."""
    files = {f"{number}.drawing": drawing([item]) for number, (item, _) in enumerate(ITEMS)}
    return dict(decode(files, backend))


def test_items(items: dict[str, Picture | NoPicture]) -> None:
    for number in range(len(ITEMS)):
        _, points = ITEMS[number]
        picture = items[f"{number}.drawing"]
        assert {point: pixel(picture, *point) for point in points} == points


def test_what_comes_later_lies_above_and_parts_are_cut_off(backend: Backend) -> None:
    parts = [
        [[0, 0, 60, 40], [0, 0, 60, 40], "white", []],
        [[10, 10, 20, 20], [10, 10, 20, 20], "tan", [["rectangle", [5, 5, 99, 99], {"fill": "red"}]]],
    ]
    body = json.dumps({"ground": "white", "parts": parts, "images": {}})
    picture = seen(f"gograde drawing 1 60 40\n{body}".encode(), backend)
    assert [pixel(picture, *point) for point in ((12, 12), (20, 20), (35, 20))] == [TAN, RED, WHITE]


def test_images_of_a_window(backend: Backend) -> None:
    pixels = bytes((255, 0, 0, 255)) * 50 + bytes(4) * 50
    image = ["rgba", 10, 10, base64.b64encode(zlib.compress(pixels)).decode()]
    picture = seen(drawing([["image", [20, 20], {"image": "i"}]], {"i": image}), backend)
    assert [pixel(picture, 20, 17), pixel(picture, 20, 22), pixel(picture, 26, 17)] == [RED, TAN, TAN]


def _image(kind: str, width: int, height: int, data: bytes) -> bytes:
    told = [kind, width, height, base64.b64encode(data).decode()]
    return drawing([["image", [0, 0], {"image": "i"}]], {"i": told})


HUGE_PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\0\0\xff\xff" * 2 + b"\x08\2\0\0\0" + bytes(40)
HEAD = b"gograde drawing 1 60 40\n"


NO_DRAWINGS = [
    HEAD,
    HEAD + b"[]",
    HEAD + b"{}",
    HEAD + b"[" * 500_000,
    HEAD + b"1" * 10_000,
    HEAD + b'{"ground": 1, "parts": [[[NaN, 0, 1, 1], [0, 0, 9, 9], "x", []]], "images": {}}',
    HEAD + b'{"ground": 1, "parts": [[[1e999, 0, 1, 1], [0, 0, 9, 9], "x", []]], "images": {}}',
    drawing([["oval", ["a", "b"], {}]]),
    drawing([["oval", [1, 2, 3, 4]]]),
    drawing([["oval", {"0": 1}, {}]]),
    drawing([["image", [0, 0], {"image": "not there"}]]),
    drawing([["rectangle", [0, 0, 2000, 2000], {"fill": "red"}]] * 15_000, size=(2000, 2000)),
    drawing([["oval", [-1e9, -1e9, 1e9, 1e9], {"width": 1000}]] * 9_000),
    drawing([["text", [0, 0], {"text": "W" * 500, "size": 400}]] * 1500, size=(2000, 2000)),
    drawing([["line", [0, 0, 2000, 2000], {"dash": "1 1"}]] * 15_000, size=(2000, 2000)),
    drawing([["polygon", [0, 0, 2000, 9, 5, 1900] * 300, {"outline": "red", "width": 900}]] * 90),
    _image("rgba", 2000, 2000, zlib.compress(bytes(10))),
    _image("rgba", 60_000, 60_000, zlib.compress(bytes(10))),
    _image("file", 10, 10, HUGE_PNG),
    _image("file", 10, 10, b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n"),
]


@pytest.fixture(scope="module")
def refused(backend: Backend) -> dict[str, Picture | NoPicture]:
    """What comes of each, and of a right drawing after them: in one job, each in a process of its own."""
    files = {f"{number}.drawing": data for number, data in enumerate(NO_DRAWINGS)}
    return dict(decode({**files, "last.drawing": drawing([])}, backend))


def test_what_is_no_drawing_is_refused(refused: dict[str, Picture | NoPicture]) -> None:
    for number in range(len(NO_DRAWINGS)):
        assert refused[f"{number}.drawing"] == BROKEN
    assert pixel(refused["last.drawing"], 30, 20) == TAN


def test_the_size_is_looked_at_first() -> None:
    for data, why in [
        (b"gograde drawing 2 60 40\n{}", "its name says drawing, but it is none"),
        (b"gograde drawing 1 60\n{}", "its first line is not that of a drawing"),
        (b"gograde drawing 1 -1 40\n{}", "its first line is not that of a drawing"),
        (b"gograde drawing 1 0 40\n{}", "its header says 0 x 40 pixels"),
        (b"gograde drawing 1 60000 60000\n{}", "60000 x 60000 pixels, at most 4 million are read"),
        (b"gograde drawing 1 999999 1\n{}", "its first line is not that of a drawing"),
        (b"", "it is empty"),
    ]:
        assert inspect("a.drawing", data) == NoPicture(why)
    assert inspect("a.drawing", drawing([])) == Bare("drawing", 60, 40, drawing([]))


def test_names_of_what_was_shown() -> None:
    for name, told in [
        ("shown-03-window-Problem%203.drawing", Captured(3, "window", "Problem 3")),
        ("shown-40-figure-.png", Captured(40, "figure", "")),
        ("shown-01-window-%E5%9B%B4%E6%A3%8B.png", Captured(1, "window", "围棋")),
        ("shown-01-window-%2E%2E%2Fx.png", Captured(1, "window", "../x")),
        ("shown-01-window-%1B%5B31m%0A.png", Captured(1, "window", "?[31m")),
        ("shown-01-window-%FF.png", Captured(1, "window", "\ufffd")),
        ("shown-1-window-a.png", None),
        ("shown-01-door-a.png", None),
        ("shown-01-window-a b.png", None),
        ("shown-01-window-a.gif", None),
        ("test_1.png", None),
    ]:
        assert captured_of(name) == told


def test_what_was_shown_comes_after_the_files_with_title_and_order(backend: Backend) -> None:
    files = {
        "shown-02-window-b.drawing": drawing([]),
        "shown-01-figure-.png": b"x",
        "z.png": b"x",
        "shown-03-window-c.drawing": HEAD,
    }
    none = "its name says PNG, but it is none"
    (pictures,) = drawn([RunResult(**{**vars(EMPTY), "files": files})], backend)
    assert [PictureFact(**{**vars(one), "png": b"", "shapes": b""}) for one in pictures] == [
        PictureFact("z.png", refusal=none),
        PictureFact("figure 1", refusal=none, kind="figure", order=1),
        PictureFact("window 2: b", 60, 40, blank=True, kind="window", title="b", order=2),
        PictureFact("window 3: c", refusal=BROKEN.reason, kind="window", title="c", order=3),
    ]


# -- Pictures are collected from the working directory beside answers, with limits of their own ----


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
