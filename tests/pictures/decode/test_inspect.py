"""What is refused before a pixel is decoded, and what Pillow refuses, as a table of hostile files."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Callable, Mapping

import pytest
from PIL import Image

from gograde.pictures import in_box
from gograde.pictures.in_box import MOST_BYTES, SCENE, Bare, inspect
from gograde.pictures.picture import PNG_SIGNATURE, NoPicture, Picture, chunk, is_picture_name, png
from tests.golden import values_agree


def outcome(name: str, data: bytes) -> str:
    """Why a file is refused, or its size as it is decoded, as in the sandbox but without its limits."""
    size, pixels, _ = in_box._decoded(name, data, None)
    assert isinstance(size, str) == (not pixels)
    return size if isinstance(size, str) else f"{size[0]} x {size[1]}"


def test_every_format_is_told_by_its_name(whole: Mapping[str, bytes]) -> None:
    found = [inspect(name, data) for name, data in whole.items()]
    assert all(isinstance(bare, Bare) and (bare.width, bare.height) == (40, 20) for bare in found)
    formats = [bare.format for bare in found if isinstance(bare, Bare)]
    assert formats == ["PNG", "JPEG", "JPEG", "GIF", "BMP", "WEBP", "PPM"]


def test_names_of_pictures() -> None:
    assert is_picture_name("test_1.png") and is_picture_name("围棋.JPeG")
    assert is_picture_name("a.svg") and is_picture_name("b/a.PDF")
    assert not any(map(is_picture_name, ("svg", "png", "a.png.txt", "a.tiff", "")))
    suffixes = ".png, .jpg, .jpeg, .gif, .bmp, .webp, .ppm, .pgm, .pbm, .pnm, .drawing"
    assert inspect("a.tiff", b"x") == NoPicture(f"its name does not end with {suffixes}")


def test_a_file_whose_pixels_are_cut_off_is_refused(whole: Mapping[str, bytes]) -> None:
    for name, data in whole.items():
        for length in range(0, len(data) * 3 // 4, 7):
            assert not outcome(name, data[:length])[0].isdigit(), (name, length)


def test_a_scene_stands_behind_the_picture_and_changes_no_pixel(whole: Mapping[str, bytes]) -> None:
    for name, data in whole.items():
        plain, told = inspect(name, data), inspect(name, data + SCENE + b'{"a":1}')
        assert isinstance(plain, Bare) and isinstance(told, Bare)
        assert (plain.data, plain.scene) == (data, b"") and (told.data, told.scene) == (data, b'{"a":1}')
        assert in_box._decoded(name, data, None)[:2] == in_box._decoded(name, data + SCENE + b"{}", None)[:2]


@pytest.mark.parametrize(("form", "told"), [("GIF", "40 x 20"), ("PNG", "40 x 20"), ("WEBP", "it moves")])
def test_a_moving_picture_is_its_first_frame(form: str, told: str, encode: Callable[..., bytes]) -> None:
    further = [Image.new("RGB", (40, 20), colour) for colour in ("blue", "green")]
    moving = encode(form, save_all=True, append_images=further)
    name = f"a.{form.lower()}"
    assert outcome(name, moving) == told
    if told != "it moves":
        assert in_box._decoded(name, moving, None)[1] == in_box._decoded(name, encode(form), None)[1]


def ihdr(width: int, height: int, depth: int = 8, colour: int = 0) -> bytes:
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, 0))


def bmp(width: int, height: int, start: int = 54) -> bytes:
    head = struct.pack("<IHHIIiiHHIIiiII", 0, 0, 0, start, 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)
    return b"BM" + head + bytes(99)


def gif(width: int, height: int) -> bytes:
    return b"GIF89a" + struct.pack("<HHBBB", width, height, 0x80, 0, 0) + bytes(6) + b"," + bytes(9)


PIXELS = chunk(b"IDAT", bytes.fromhex("789c636040000000060001"))
SEVENS = chunk(b"IDAT", zlib.compress(b"\0\7\7\0\7\7"))
END = chunk(b"IEND", b"")


def test_what_becomes_of_a_file() -> None:
    values_agree(
        "pictures/files.txt",
        outcome=outcome,
        MOST_BYTES=MOST_BYTES,
        END=END,
        PIXELS=PIXELS,
        PNG_SIGNATURE=PNG_SIGNATURE,
        ihdr=ihdr,
        bmp=bmp,
        gif=gif,
        chunk=chunk,
        SEVENS=SEVENS,
    )


def test_our_own_png_is_pixels_and_nothing_else() -> None:
    made = png(Picture(2, 1, bytes((255, 0, 0, 0, 0, 255))))
    assert in_box._decoded("a.png", made, None) == ((2, 1), bytes((255, 0, 0, 0, 0, 255)), b"")
    assert made[:24].hex() == "89504e470d0a1a0a0000000d494844520000000200000001"
