"""Pictures decoded in the sandbox, and the part of them that is displayed."""

from __future__ import annotations

import io
import os
import resource
import signal
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

from gograde.core.assignment import PictureFact
from gograde.errors import JudgeError
from gograde.grading.contracts import files as contract
from gograde.grading.contracts.files import LOAD_FILES, drawn
from gograde.pictures import in_box
from gograde.pictures.picture import NoPicture, Picture, png
from gograde.pictures.shapes.scene import MOST_BYTES
from gograde.sandbox.protocol import Backend, Ended, RunResult
from tests.intake.test_read import Kept, Told

EMPTY = RunResult("scripted", 0, None, None, 0.0, 0.0, 0, b"", b"", 0, 0, {}, {})
ENDED = NoPicture("decoding it took too much time or memory")


def decode(files: Mapping[str, bytes], backend: Backend, side: int | None = None) -> dict[str, Any]:
    return dict(contract.decode(files, backend, side))


def pixel(picture: object, column: int, row: int) -> tuple[int, ...]:
    assert isinstance(picture, Picture), picture
    start = 3 * (row * picture.width + column)
    return tuple(picture.rgb[start : start + 3])


def test_every_format_gives_its_pixels(whole: Mapping[str, bytes], backend: Backend) -> None:
    for name, picture in decode(whole, backend).items():
        assert isinstance(picture, Picture) and (picture.width, picture.height) == (40, 20), name
        red, white = pixel(picture, 3, 10), pixel(picture, 36, 10)
        assert red[0] > 250 and max(red[1:]) < 5 and min(white) > 250, name


@pytest.mark.parametrize("mode", ["1", "L", "LA", "P", "RGB", "RGBA", "I;16"])
def test_every_kind_of_png_becomes_rgb(mode: str, backend: Backend) -> None:
    image = Image.new("L", (4, 4), 255).convert("I;16" if mode == "I;16" else mode)
    if mode == "I;16":
        image = Image.new("I;16", (4, 4), 0x8000)
    out = io.BytesIO()
    image.save(out, "PNG")
    shade = 128 if mode == "I;16" else 255
    assert decode({"a.png": out.getvalue()}, backend) == {"a.png": Picture(4, 4, bytes([shade] * 48))}


def test_what_is_transparent_is_white(backend: Backend) -> None:
    out = io.BytesIO()
    Image.new("RGBA", (2, 2), (0, 0, 0, 0)).save(out, "PNG")
    assert decode({"a.png": out.getvalue()}, backend)["a.png"] == Picture(2, 2, b"\xff" * 12)


def test_large_pictures_are_made_smaller_by_a_whole_factor(
    encode: Callable[..., bytes], backend: Backend
) -> None:
    small = decode({"a.png": encode("PNG", (1300, 650))}, backend, 640)["a.png"]
    assert isinstance(small, Picture) and (small.width, small.height) == (434, 217)
    assert pixel(small, 0, 0) == (255, 0, 0)


def test_a_broken_picture_does_not_touch_the_others(whole: Mapping[str, bytes], backend: Backend) -> None:
    data = bytearray(whole["b.jpg"])
    broken = bytes(data[:2] + data[20:])
    seen = decode({"x.jpg": broken, "y.png": b"\x89PNG", **whole}, backend)
    assert all(isinstance(seen[name], Picture) for name in whole)
    assert seen["y.png"] == NoPicture("its name says PNG, but it is none")


def test_pictures_of_a_run_share_a_job(encode: Callable[..., bytes], backend: Backend) -> None:
    kept = Kept(backend)
    many = {f"{number}.png": encode("PNG", (8, 8)) for number in range(LOAD_FILES + 1)}
    assert len(decode(many, kept)) == LOAD_FILES + 1
    assert len(kept.jobs) == 2
    assert decode({}, kept) == {} and len(kept.jobs) == 2


def test_a_picture_that_ends_its_process_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_box, "_decoded", deadly)
    data = [b"bytes", b"kill", b"broken", b"loop", b""]
    found, kept = in_box.decoded({"names": list("abcde"), "side": 9}, data)
    assert found == ["no", in_box.ENDED, in_box.BROKEN, in_box.ENDED, in_box.ENDED]
    assert kept == [b""] * 10


def deadly(name: str, data: bytes, side: int | None) -> tuple[Any, bytes, bytes]:
    """Stands for Pillow, taken over by a file."""
    if data == b"kill":
        os.kill(os.getpid(), signal.SIGKILL)
    if data == b"loop":
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
        while True:
            pass
    if data == b"":
        os.write(3, b"no parcel")
        os._exit(0)
    return ("no" if data == b"bytes" else in_box.BROKEN), b"", b""


def test_after_three_that_ended_their_process_the_rest_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(in_box, "_decoded", deadly)
    found, _ = in_box.decoded({"names": list("abcdef"), "side": None}, [b"kill"] * 6)
    assert found == [in_box.ENDED] * 3
    seen = decode({f"{number}.png": b"x" for number in range(5)}, Told([in_box.ENDED] * 3, [b""] * 6))
    assert list(seen.values()) == [
        *[ENDED] * 3,
        *[NoPicture("not read, since pictures before it could not be decoded within the limits")] * 2,
    ]


# -- what may come out of the job -----------------------------------------------------------


def test_what_is_no_picture_is_refused() -> None:
    for value, pixels in [
        ([[20, 40]], [b"x"]), ([[0, 40]], [b""]), ([[-1, -1]], [b"123"]), ([[2.0, 1.0]], [b"123456"]),
        ([[True, True]], [b"123"]), ([[11, 1]], [bytes(33)]), ([[1, 1, 1]], [b"123"]), ([1], [b""]),
        ([None], [b""]), (["x" * 201], [b""]), ([""], [b""]), (["why"], [b"123"]), ([], []), ({}, []),
        (None, []), ([[1, 1]], []), ([[1, 1], [1, 1]], [b"123", b"123"]),
    ]:  # fmt: skip
        files = [data for rgb in pixels for data in (rgb, b"")]
        assert decode({"a.png": b"x"}, Told(value, files), 10) == {"a.png": ENDED}


@pytest.mark.parametrize("files", [[b"abcdef"], [b"abcdef", b"", b""], [b"abcdef", b"{" * (MOST_BYTES + 1)]])
def test_each_picture_has_pixels_and_shapes_of_a_bounded_size(files: list[bytes]) -> None:
    assert decode({"a.png": b"x"}, Told([[2, 1]], files), 10) == {"a.png": ENDED}


def test_pixels_shapes_and_reasons_are_believed() -> None:
    picture = Picture(2, 1, b"abcdef", b"{")
    assert decode({"a.png": b"x"}, Told([[2, 1]], [b"abcdef", b"{"]), 10) == {"a.png": picture}
    assert decode({"a.png": b"x"}, Told(["a\x1b\nwhy"], [b"", b""])) == {"a.png": NoPicture("a??why")}
    assert decode({"a.png": b"x"}, Told(["why"], [b"", b"{"])) == {"a.png": ENDED}


def test_a_job_that_a_limit_ends_reads_none_of_its_pictures() -> None:
    killed = {"killed_for": Ended.MEMORY, "exit_code": None, "signal": 9}
    seen = decode({"a.png": b"x", "b.png": b"y"}, Told(None, [], changes=killed))
    assert seen == {"a.png": ENDED, "b.png": ENDED}


def test_a_job_that_does_not_begin_is_our_fault() -> None:
    missing = {"stdout": b"", "stderr": b"No module named 'PIL'\n", "exit_code": 1}
    with pytest.raises(JudgeError, match=r"in_box:decoded did not start: .*No module named 'PIL'") as caught:
        decode({"a.png": b"x"}, Told(None, [], changes=missing))
    assert caught.value.fix == "install gograde and its packages again"


# -- what is shown --------------------------------------------------------------------------


def test_all_runs_share_a_job_and_their_pictures_are_told_by_name(
    whole: Mapping[str, bytes], backend: Backend
) -> None:
    files = {"answer.txt": b"x", "z.png": b"<svg/>", "\udcff.png": whole["a.png"]}
    refused = {"b.png": "symbolic link", "answer_2.txt": "FIFO"}
    read = decode({"a.png": whole["a.png"]}, backend)["a.png"]
    assert isinstance(read, Picture)
    kept = Kept(backend)
    last = replace(EMPTY, files={"z.png": whole["a.png"]})
    assert drawn([replace(EMPTY, files=files, refused=refused), None, last], kept) == [
        (
            PictureFact("b.png", refusal="symbolic link"),
            PictureFact("z.png", refusal="its name says PNG, but it is none"),
            PictureFact("\\xff.png", 40, 20, png(read)),
        ),
        (),
        (PictureFact("z.png", 40, 20, png(read)),),
    ]
    assert len(kept.jobs) == 1


def test_nothing_is_started_when_there_is_no_picture(backend: Backend) -> None:
    kept = Kept(backend)
    assert drawn([replace(EMPTY, files={"answer.txt": b"x"}), None], kept) == [(), ()]
    assert kept.jobs == []


def test_no_more_is_shown_than_a_page_holds(
    whole: Mapping[str, bytes], backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("gograde.grading.contracts.files.SHOWN_BYTES", 150)
    (shown,) = drawn([replace(EMPTY, files={"a.png": whole["a.png"], "b.png": whole["a.png"]})], backend)
    assert [bool(one.png) for one in shown] == [True, False]
    assert shown[1].refusal.startswith("not shown, since the pictures of this run have more than")
