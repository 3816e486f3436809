"""The inspection of a picture before it is decoded."""

from __future__ import annotations

import io
import struct
from collections.abc import Callable, Mapping

import pytest
from PIL import Image

from gograde.pictures.decode.formats.common import Bare
from gograde.pictures.decode.inspect import MOST_BYTES, inspect
from gograde.pictures.decode.names import is_picture_name
from gograde.pictures.picture import PNG_SIGNATURE, Picture, Refused, chunk, png


def reason(name: str, data: bytes) -> str:
    found = inspect(name, data)
    assert isinstance(found, Refused), found
    return found.reason


def test_every_format_is_told_by_its_name(whole: Mapping[str, bytes]) -> None:
    found = {name: inspect(name, data) for name, data in whole.items()}
    assert all(isinstance(bare, Bare) and (bare.width, bare.height) == (40, 20) for bare in found.values())
    assert [bare.format for bare in found.values() if isinstance(bare, Bare)] == [
        *("PNG", "JPEG", "JPEG", "GIF", "BMP", "WEBP", "PPM"),
    ]


def test_names_of_pictures() -> None:
    assert is_picture_name("test_1.png") and is_picture_name("围棋.JPeG")
    assert is_picture_name("a.svg") and is_picture_name("b/a.PDF")
    assert not any(map(is_picture_name, ("svg", "png", "a.png.txt", "a.tiff", "")))
    suffixes = ".png, .jpg, .jpeg, .gif, .bmp, .webp, .ppm, .pgm, .pbm, .pnm, .drawing"
    assert reason("a.tiff", b"x") == f"its name does not end with {suffixes}"


def test_every_cut_is_refused(whole: Mapping[str, bytes]) -> None:
    for name, data in whole.items():
        told = {reason(name, data[:length]) for length in range(len(data))}
        assert told <= {
            "it is empty",
            f"its name says {'PNG' if name == 'a.png' else 'JPEG' if 'j' in name else name[2:].upper()}, "
            "but it is none",
            "its header is not one of a PPM",
            "it is cut off",
            "it is cut off, or its header does not fit it",
        }, name


def test_what_a_picture_carries_beside_its_pixels_is_left_out(encode: Callable[..., bytes]) -> None:
    notes = {"JPEG": {"comment": b"secret", "exif": b"Exif\0\0secret"}, "GIF": {"comment": b"secret"}}
    for form, name in (("JPEG", "a.jpg"), ("GIF", "a.gif")):
        data = encode(form, **notes[form])
        bare = inspect(name, data)
        assert isinstance(bare, Bare)
        assert b"secret" in data and b"secret" not in bare.data
    plain = encode("PNG")
    noted = plain[:33] + chunk(b"tEXt", b"k\0secret") + plain[33:]
    assert inspect("a.png", noted) == inspect("a.png", plain)


def test_a_moving_picture_is_its_first_frame(encode: Callable[..., bytes]) -> None:
    further = [Image.new("RGB", (40, 20), colour) for colour in ("blue", "green")]
    still, moving = encode("GIF"), encode("GIF", save_all=True, append_images=further, comment=b"x")
    first, kept = inspect("a.gif", still), inspect("a.gif", moving)
    assert isinstance(first, Bare) and isinstance(kept, Bare)
    assert len(kept.data) < len(moving) / 2
    with Image.open(io.BytesIO(kept.data)) as image:
        assert getattr(image, "n_frames", 1) == 1 and image.convert("RGB").getpixel((3, 3)) == (255, 0, 0)


PNG_HEADER = struct.pack(">IIBBBBB", 2, 2, 8, 0, 0, 0, 0)
PIXELS = chunk(b"IDAT", bytes.fromhex("789c6360400000000600 01".replace(" ", "")))
END = chunk(b"IEND", b"")


@pytest.mark.parametrize(
    ("chunks", "why"),
    [
        ([chunk(b"IHDR", PNG_HEADER), END], "it has no header or no pixels"),
        ([PIXELS, chunk(b"IHDR", PNG_HEADER), END], "its chunks are out of order"),
        ([chunk(b"IHDR", PNG_HEADER)] * 2 + [PIXELS, END], "its chunks are out of order"),
        ([chunk(b"IHDR", PNG_HEADER), PIXELS, chunk(b"PLTE", bytes(3)), END], "its chunks are out of order"),
        ([chunk(b"IHDR", PNG_HEADER[:-1]), PIXELS, END], "its header is not one of a PNG"),
        ([chunk(b"IHDR", PNG_HEADER[:8] + b"\x09\0\0\0\0"), PIXELS, END], "its header is not one of a PNG"),
        ([chunk(b"IHDR", PNG_HEADER[:8] + b"\x08\x03\0\0\0"), PIXELS, END], "it has no palette"),
        ([chunk(b"IHDR", bytes(4) + PNG_HEADER[4:]), PIXELS, END], "its header says 0 x 2 pixels"),
        ([chunk(b"IHDR", PNG_HEADER), chunk(b"EVIL", b""), PIXELS, END], "it has a chunk that no PNG needs"),
        ([chunk(b"IHDR", PNG_HEADER), PIXELS, END, b"x"], "there is something behind its end"),
        ([chunk(b"tIME", b"")] * 10_000, "it has more than 10000 chunks"),
    ],
)
def test_chunks_that_are_not_those_of_a_png(chunks: list[bytes], why: str) -> None:
    assert reason("a.png", PNG_SIGNATURE + b"".join(chunks)) == why


def test_limits_of_size(encode: Callable[..., bytes]) -> None:
    assert isinstance(inspect("a.png", encode("PNG", (2001, 2000))), Bare)
    assert reason("a.ppm", b"P6\n8001 5000\n255\n") == "8001 x 5000 pixels, at most 40 million are read"
    assert reason("a.bmp", bytes(MOST_BYTES + 1)) == "larger than 1024 KiB"


def test_a_jpeg_is_not_a_png(encode: Callable[..., bytes]) -> None:
    assert reason("a.png", encode("JPEG")) == "its name says PNG, but it is a JPEG"


def test_kinds_of_jpeg_that_nobody_draws_are_refused(encode: Callable[..., bytes]) -> None:
    data = encode("JPEG")
    assert reason("a.jpg", data.replace(b"\xff\xc0", b"\xff\xc3")) == "it is a kind of JPEG that is not read"
    assert reason("a.jpg", data[:2] + data[-2:]) == "it has no frame or no pixels"


def test_our_own_png_is_pixels_and_nothing_else() -> None:
    made = png(Picture(2, 1, bytes((255, 0, 0, 0, 0, 255))))
    bare = inspect("a.png", made)
    assert isinstance(bare, Bare) and bare.data == made
    assert made[:24].hex() == "89504e470d0a1a0a0000000d494844520000000200000001"


# -- WebP and PPM ---------------------------------------------------------------------------


def riff(*chunks: tuple[bytes, bytes]) -> bytes:
    """A WebP of these chunks."""
    parts = (kind + struct.pack("<I", len(body)) + body + b"\0" * (len(body) % 2) for kind, body in chunks)
    body = b"WEBP" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


LOSSY = b"\0\0\0\x9d\x01\x2a" + struct.pack("<HH", 40, 20)
LOSSLESS = b"\x2f" + struct.pack("<I", 39 | 19 << 14)


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (riff(), "it has no pixels, or moves"),
        (riff((b"VP8 ", LOSSY), (b"VP8 ", LOSSY)), "it has no pixels, or moves"),
        (riff((b"VP8X", bytes(10)), (b"ANIM", bytes(6)), (b"ANMF", bytes(30))), "it has no pixels, or moves"),
        (riff((b"VP8 ", LOSSY[:-1])), "it is cut off"),
        (riff((b"VP8 ", b"\1" + LOSSY[1:])), "its pixels are not those of a WEBP"),
        (riff((b"VP8L", b"\x2e" + LOSSLESS[1:])), "its pixels are not those of a WEBP"),
        (riff((b"VP8L", b"\x2f" + b"\xff" * 4)), "its pixels are not those of a WEBP"),
        (
            riff((b"VP8L", b"\x2f" + b"\xff\xff\xff\x0f")),
            "16384 x 16384 pixels, at most 40 million are read",
        ),
        (riff((b"VP8L", LOSSLESS), (b"ALPH", b"x")), "its chunks are out of order"),
        (riff((b"VP8 ", LOSSY)) + b"x", "there is something behind its end"),
        (riff((b"VP8 ", LOSSY))[:-2], "it is cut off"),
        (riff(*[(b"JUNK", b"")] * 101), "it has more than 100 chunks"),
        (b"RIFF\4\0\0\0WAVE", "it is not a whole WEBP"),
    ],
)
def test_chunks_that_are_not_those_of_a_webp(data: bytes, why: str) -> None:
    assert reason("a.webp", data) == why


def test_a_webp_is_taken_without_what_it_carries(encode: Callable[..., bytes]) -> None:
    for options in ({"lossless": True}, {"quality": 60}, {"quality": 60, "mode": "RGBA"}):
        noted = encode("WEBP", xmp=b"secret", exif=b"Exif\0\0secret", **options)
        bare = inspect("a.webp", noted)
        assert isinstance(bare, Bare) and (bare.width, bare.height) == (40, 20)
        assert b"secret" in noted and b"secret" not in bare.data
        with Image.open(io.BytesIO(bare.data), formats=["WEBP"]) as image:
            assert min(image.convert("RGB").getpixel((36, 10))) > 250  # type: ignore[type-var, arg-type]


def test_a_moving_webp_is_not_taken(encode: Callable[..., bytes]) -> None:
    further = [Image.new("RGB", (40, 20), "blue")]
    moving = encode("WEBP", save_all=True, append_images=further)
    assert reason("a.webp", moving) == "it has no pixels, or moves"


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"P6\n2 2\n255\n" + bytes(11), "it is cut off"),
        (b"P6\n2 2\n255\n" + bytes(15), "there is something behind its end"),
        (b"P6\n60000 60000\n255\n", "60000 x 60000 pixels, at most 40 million are read"),
        (b"P6\n0 2\n255\n", "its header says 0 x 2 pixels"),
        (b"P6\n2 2\n0\n" + bytes(12), "its header is not one of a PPM"),
        (b"P6\n2 2\n70000\n" + bytes(12), "its header is not one of a PPM"),
        (b"P6\n-2 2\n255\n" + bytes(12), "its header is not one of a PPM"),
        (b"P6\n" + b"#" * 100_000, "its header is not one of a PPM"),
        (b"P6" + b" " * 100_000 + b"2 2 255\n", "its header is not one of a PPM"),
        (b"P3\n1 1\n255\n1 2 x", "it is not a whole PPM"),
        (b"P7\nWIDTH 2\n", "its name says PPM, but it is none"),
    ],
)
def test_headers_that_are_not_those_of_a_ppm(data: bytes, why: str) -> None:
    assert reason("a.ppm", data) == why


@pytest.mark.parametrize(
    ("data", "kept"),
    [
        (b"P6\n# secret\n2 1 # more\n255\n" + bytes(6) + b"\n", b"P6\n2 1 255\n" + bytes(6)),
        (b"P5 2 1 65535\n" + bytes(4), b"P5\n2 1 65535\n" + bytes(4)),
        (b"P4\n9 1\n" + bytes(2), b"P4\n9 1\n" + bytes(2)),
        (b"P3\n1 1\n255\n1 2 3\n", b"P3\n1 1 255\n1 2 3\n"),
        (b"P1\n2 1\n1 0\n", b"P1\n2 1\n1 0\n"),
    ],
)
def test_a_ppm_is_taken_without_its_comments(data: bytes, kept: bytes) -> None:
    bare = inspect("a.pnm", data)
    assert isinstance(bare, Bare) and (bare.format, bare.data) == ("PPM", kept)
