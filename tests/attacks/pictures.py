"""Hostile pictures that a student's program leaves."""

import base64
import io
import json
import random
import struct
import zipfile
import zlib
from pathlib import Path
from typing import Any

from gograde.pictures.picture import PNG_SIGNATURE, chunk
from tests.attacks.harness.corpus import Artefact
from tests.attacks.harness.craft_pictures import (
    MIB,
    OPEN_ANY_SIZE,
    OPEN_FRAMES,
    header,
    png,
    viewed,
    zeros,
)

HEAD = "gograde drawing 1"

CARELESS = (
    "import json; from PIL import Image, ImageDraw; head, body = open(path, 'rb').read().split(b'\\n', 1); "
    "size = [int(word) for word in head.split()[-2:]]; value = json.loads(body); "
    "image = Image.new('RGB', size); draw = ImageDraw.Draw(image); "
    "[getattr(draw, 'ellipse' if kind == 'oval' else kind)(coords, fill=told.get('fill'), "
    "width=int(told.get('width', 1))) for part in value['parts'] for kind, coords, told in part[3]]"
)
"""A program for `viewed`: draws as it is told, without a limit."""


def drawing(items: Any, size: tuple[int, int] = (500, 500), images: Any = None) -> bytes:
    """A window that is one canvas with these items."""
    box = [0, 0, *size]
    value = {"ground": "white", "parts": [[box, box, "tan", items]], "images": images or {}}
    return f"{HEAD} {size[0]} {size[1]}\n{json.dumps(value, separators=(',', ':'))}\n".encode()


def image(width: int, height: int, data: bytes, kind: str = "rgba") -> Any:
    """The images of a drawing: one, called `i`."""
    return {"i": [kind, width, height, base64.b64encode(data).decode()]}


def write(folder: Path, **drawings: bytes) -> None:
    """Each as the file of a window that was shown."""
    for number, (title, data) in enumerate(drawings.items(), 1):
        (folder / f"shown-{number:02d}-window-{title}.drawing").write_bytes(data)


def packed_zeros(count: int) -> bytes:
    """So many zero bytes, compressed."""
    return zlib.compress(bytes(count), 9)


class BehindTheEnd(Artefact):
    """Tries: to say two things to two readers: a second picture after the end, chunks twice or in another
    order.
    Seen: one decoder reads the first, and its pixels are what the grader reads and what everybody is
    shown."""

    def make(self, folder: Path, marker: str) -> None:
        white = chunk(b"IDAT", zlib.compress((b"\0" + b"\xff" * 8) * 8))
        (folder / "a.png").write_bytes(png() + white)
        (folder / "b.png").write_bytes(png() + PNG_SIGNATURE + header(8, 8) + white + chunk(b"IEND", b""))

    def naive(self, folder: Path, marker: str) -> bool:
        """The viewer opens them without a word."""
        return all(viewed(path).well for path in folder.iterdir())


class BrokenSums(Artefact):
    """Tries: to change the size or the pixels of a picture without its check sums noticing.
    Seen: refused for the wrong sum."""

    refusal = "it cannot be decoded"

    def make(self, folder: Path, marker: str) -> None:
        data = bytearray(png())
        data[19] = 9
        (folder / "a.png").write_bytes(bytes(data))
        data = bytearray(png())
        data[45] ^= 1
        (folder / "b.png").write_bytes(bytes(data))

    def naive(self, folder: Path, marker: str) -> bool:
        """By its first bytes the picture is as large as the changed header says."""
        return int.from_bytes((folder / "a.png").read_bytes()[16:20]) == 9


class ColoursOutOfRange(Artefact):
    """Tries: to have colours read from behind the palette.
    Seen: refused, since there is no such colour."""

    refusal = "a colour that its palette does not have"

    def make(self, folder: Path, marker: str) -> None:
        palette = chunk(b"PLTE", b"\xff\0\0\0\xff\0")
        data = png(palette, pixels=b"\0\0\1\0\xfe\xff", head=header(2, 2, colour=3))
        (folder / "test_1.png").write_bytes(data)

    def naive(self, folder: Path, marker: str) -> bool:
        """The viewer shows something that the file does not say."""
        return viewed(folder / "test_1.png").well


class CutOff(Artefact):
    """Tries: to pass as a drawn board a file that ends after its first bytes.
    Seen: refused; the file of every format."""

    refusal = "it cannot be decoded"

    def make(self, folder: Path, marker: str) -> None:
        from PIL import Image

        for form, name in (("PNG", "a.png"), ("GIF", "b.gif"), ("BMP", "c.bmp"), ("JPEG", "d.jpg")):
            out = io.BytesIO()
            Image.radial_gradient("L").resize((100, 100)).convert("RGB").save(out, form)
            for length in (60, len(out.getvalue()) // 2):
                (folder / f"{length}_{name}").write_bytes(out.getvalue()[:length])

    def naive(self, folder: Path, marker: str) -> bool:
        """Asked for its size only, Pillow takes a cut PNG for one."""
        said = viewed(folder / "60_a.png", "from PIL import Image; print(Image.open(path).size)").said
        return said == "(100, 100)"


class DrawingsThatLie(Artefact):
    """Tries: to bring down the drawing of windows by sizes, nests, numbers and images that lie.
    Seen: refused, by the size in the first line or by what the drawing says inside the sandbox."""

    refusal = ("pixels, at most 4 million", "it cannot be decoded", "its first line is not that of a drawing")

    def make(self, folder: Path, marker: str) -> None:
        put = [["image", [0, 0], {"image": "i"}]]
        write(
            folder,
            huge=drawing([], (60000, 60000)),
            endless=f"{HEAD} 99999999999999999999 1\n{{}}".encode(),
            nested=f"{HEAD} 9 9\n".encode() + b"[" * 900_000,
            digits=f"{HEAD} 9 9\n".encode() + b"9" * 900_000,
            nothing=f"{HEAD} 9 9\n".encode()
            + b'{"ground":"x","parts":[[[NaN,0,1,1],[0,0,9,9],"x",[]]],"images":{}}',
            unpacked=drawing(put, images=image(9, 9, b"x")),
            large=drawing(put, images=image(60000, 60000, packed_zeros(1000))),
            inside=drawing(put, images=image(9, 9, png(head=header(60000, 60000)), "file")),
            script=drawing(
                put, images=image(9, 9, b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n", "file")
            ),
            text=drawing([["text", [0, 0], marker]]),
        )

    def naive(self, folder: Path, marker: str) -> bool:
        """Who makes a picture of the size that is told has no memory left."""
        return not viewed(folder / "shown-01-window-huge.drawing", CARELESS).well


WINDOW = (2000, 2000)


class DrawingsWithoutEnd(Artefact):
    """Tries: to have the grader draw for minutes: huge boxes and discs, large letters, dashes, corners.
    Seen: refused once they take more ink than a picture may, within seconds."""

    refusal = "it cannot be decoded"

    def make(self, folder: Path, marker: str) -> None:
        disc = ["oval", [-9999, -9999, 9999, 9999], {"fill": "red", "width": 900}]
        corners = ["polygon", [0, 0, 2000, 9, 5, 1900] * 300, {"outline": "red", "width": 900}]
        write(
            folder,
            discs=drawing([disc] * 12_000),
            boxes=drawing([["rectangle", [0, 0, 2000, 2000], {"fill": "red"}]] * 12_000, WINDOW),
            letters=drawing([["text", [9, 9], {"text": "W" * 500, "size": 400}]] * 1000, WINDOW),
            dashes=drawing([["line", [0, 0, 2000, 2000], {"dash": "1 1"}]] * 12_000, WINDOW),
            corners=drawing([corners] * 80, WINDOW),
        )

    def naive(self, folder: Path, marker: str) -> bool:
        """Who draws whatever is told is still drawing when three seconds are over."""
        return not viewed(folder / "shown-01-window-discs.drawing", CARELESS).well


class FrameOutside(Artefact):
    """Tries: to get a picture past the check of its size: a GIF whose frame is larger than its screen.
    Seen: the pixels that one decoder makes of it are what is read and shown."""

    def make(self, folder: Path, marker: str) -> None:
        from PIL import Image

        out = io.BytesIO()
        Image.new("P", (900, 900)).save(out, "GIF")
        data = bytearray(out.getvalue())
        data[6:10] = struct.pack("<HH", 9, 9)
        (folder / "test_1.gif").write_bytes(bytes(data))

    def naive(self, folder: Path, marker: str) -> bool:
        """The viewer makes the picture larger than the header says."""
        return viewed(folder / "test_1.gif").said == "(900, 900)"


class GifOfManyFrames(Artefact):
    """Tries: to keep the grader busy with a GIF of 60,000 frames.
    Seen: its first frame is read alone."""

    def make(self, folder: Path, marker: str) -> None:
        head = b"GIF89a" + struct.pack("<HHBBB", 1900, 1900, 0x80, 0, 0) + b"\0\0\0\xff\xff\xff"
        frame = b"," + struct.pack("<HHHHB", 0, 0, 1, 1, 0) + b"\2\2\x44\1\0"
        (folder / "test_1.gif").write_bytes(head + frame * 60000 + b";")

    def naive(self, folder: Path, marker: str) -> bool:
        """A viewer that goes through all frames is ended by its limit of CPU time."""
        return viewed(folder / "test_1.gif", OPEN_FRAMES).hurt


class HugeHeaders(Artefact):
    """Tries: to make the grader set aside gigabytes for what a header of a few bytes promises, in each
    format.
    Seen: refused for their sizes, before anything is set aside."""

    refusal = ("pixels, at most 40 million", "it cannot be decoded")

    def make(self, folder: Path, marker: str) -> None:
        (folder / "a.png").write_bytes(png(head=header(60000, 60000)))
        frame = struct.pack(">HBHHB", 11, 8, 65000, 65000, 1) + b"\1\x11\0"
        scan = b"\xff\xda\0\x08\1\1\0\0\x3f\0\0\xff\xd9"
        (folder / "b.jpg").write_bytes(b"\xff\xd8\xff\xc0" + frame + scan)
        (folder / "c.gif").write_bytes(b"GIF89a" + struct.pack("<HHBBB", 65000, 65000, 0, 0, 0) + b";")
        sizes = struct.pack("<IiiHHIIIIII", 40, 60000, 60000, 1, 24, 0, 0, 0, 0, 0, 0)
        (folder / "d.bmp").write_bytes(b"BM" + struct.pack("<III", 154, 0, 54) + sizes + bytes(100))

    def naive(self, folder: Path, marker: str) -> bool:
        """The viewer was told to open pictures of any size, as people do whom Pillow refused one."""
        return not viewed(folder / "a.png", OPEN_ANY_SIZE).well


class HugeOneBit(Artefact):
    """Tries: to make the grader take hundreds of megabytes: 13,000 x 13,000 pixels of one bit, in 20 kB.
    Seen: refused for its size by the header alone."""

    refusal = "13000 x 13000 pixels"

    def make(self, folder: Path, marker: str) -> None:
        pixels = zeros(13000 * (1 + 13000 // 8))
        parts = (header(13000, 13000, depth=1), chunk(b"IDAT", pixels), chunk(b"IEND", b""))
        (folder / "test_1.png").write_bytes(PNG_SIGNATURE + b"".join(parts))

    def naive(self, folder: Path, marker: str) -> bool:
        """The viewer is told to convert it, and Pillow only warns."""
        return viewed(folder / "test_1.png").hurt


class JpegOfManyScans(Artefact):
    """Tries: to keep the grader busy with a JPEG that goes over its four million pixels thousands of times.
    Seen: ended by the limit of CPU time of one picture."""

    refusal = "decoding it took too much time or memory"

    def make(self, folder: Path, marker: str) -> None:
        from PIL import Image

        out = io.BytesIO()
        Image.new("L", (2000, 2000)).save(out, "JPEG", progressive=True)
        data = out.getvalue()
        last = data.rindex(b"\xff\xda")
        scan = data[last:-2]
        (folder / "test_1.jpg").write_bytes(data[:last] + scan * (900_000 // len(scan)) + b"\xff\xd9")

    def naive(self, folder: Path, marker: str) -> bool:
        """The viewer is ended by its limit of CPU time."""
        return viewed(folder / "test_1.jpg").hurt


SIZES = (
    (1000, 1000, 54),
    (-(2**31), 10, 54),
    (10, -(2**31), 54),
    (10, 10, 2**32 - 16),
    (0, 5, 54),
    (40, 40, 3),
)


class LyingBitmap(Artefact):
    """Tries: to have pixels read from behind the end of the file, or its header, by sizes that do not fit.
    Seen: refused: not fitting the header, or too large."""

    refusal = ("its header", "pixels, at most", "it cannot be decoded")

    def make(self, folder: Path, marker: str) -> None:
        for number, (width, height, place) in enumerate(SIZES):
            info = struct.pack("<IiiHHIIIIII", 40, width, height, 1, 24, 0, 0, 0, 0, 0, 0)
            data = b"BM" + struct.pack("<III", 354, 0, place) + info + bytes(300)
            (folder / f"{number}.bmp").write_bytes(data)

    def naive(self, folder: Path, marker: str) -> bool:
        """By its header the file holds more than it has."""
        data = (folder / "0.bmp").read_bytes()
        width, height = struct.unpack_from("<ii", data, 18)
        return 3 * width * height > len(data)


class MovingPng(Artefact):
    """Tries: to hide 4,000 large frames, and frames of impossible sizes, behind one still picture (APNG).
    Seen: the still picture is read alone."""

    def make(self, folder: Path, marker: str) -> None:
        side, count = 1900, 2000
        pixels = zeros(side * (1 + side))
        control = struct.pack(">IIIIHHBB", side, side, 0, 0, 1, 1, 0, 0)
        frames = [chunk(b"fcTL", struct.pack(">I", 0) + control)]
        still = chunk(b"IDAT", pixels)
        more = [
            chunk(b"fcTL", struct.pack(">I", 2 * n + 1) + struct.pack(">IIIIHHBB", 8, 8, 0, 0, 1, 1, 1, 0))
            + chunk(b"fdAT", struct.pack(">I", 2 * n + 2) + zlib.compress(bytes(72)))
            for n in range(count)
        ]
        head = header(side, side) + chunk(b"acTL", struct.pack(">II", count + 1, 0))
        (folder / "test_1.png").write_bytes(
            PNG_SIGNATURE + head + b"".join([*frames, still, *more]) + chunk(b"IEND", b"")
        )

    def naive(self, folder: Path, marker: str) -> bool:
        """A viewer that goes through all frames is ended by a limit or by an error."""
        return viewed(folder / "test_1.png", OPEN_FRAMES).hurt


STARTS = {"png": b"\x89PNG\r\n\x1a\n", "jpg": b"\xff\xd8\xff\xe0", "gif": b"GIF89a", "bmp": b"BM"}


class OnlyMagic(Artefact):
    """Tries: to pass as pictures files that begin like them and are noise.
    Seen: each refused with a reason."""

    refusal = ("it", "pixels, at most")

    def make(self, folder: Path, marker: str) -> None:
        noise = random.Random(marker).randbytes(3000)
        for suffix, start in STARTS.items():
            (folder / f"a.{suffix}").write_bytes(start + noise)
            (folder / f"b.{suffix}").write_bytes(start)

    def naive(self, folder: Path, marker: str) -> bool:
        """A check of the first bytes believes them."""
        return all(path.read_bytes().startswith(STARTS[path.suffix[1:]]) for path in folder.iterdir())


class OtherFormats(Artefact):
    """Tries: to reach decoders that nobody asked for: TIFF, PSD, WebP, EPS (a program), PPM, named PNG.
    Seen: refused: not the format that the name says; and a JPEG under that name is told by its kind."""

    refusal = "its name says PNG, but it is"

    def make(self, folder: Path, marker: str) -> None:
        from PIL import Image

        for form in ("TIFF", "WEBP", "EPS", "PPM", "JPEG", "ICO"):
            out = io.BytesIO()
            Image.new("RGB", (32, 32)).save(out, form)
            (folder / f"{form}.png").write_bytes(out.getvalue())
        size = b"\0\1" + bytes(6) + b"\0\3" + b"\0\0\0\x20" * 2 + b"\0\x08\0\3"
        (folder / "PSD.png").write_bytes(b"8BPS" + size + bytes(12) + bytes(2 + 3 * 32 * 32))

    def naive(self, folder: Path, marker: str) -> bool:
        """The viewer chooses the decoder by the content."""
        return all(viewed(folder / f"{form}.png").well for form in ("TIFF", "WEBP", "PPM", "PSD"))


class Polyglots(Artefact):
    """Tries: to hand in one file that is a picture for one reader and an archive or a page for another.
    Seen: its picture is read, and nothing but pixels leaves the sandbox."""

    def make(self, folder: Path, marker: str) -> None:
        from PIL import Image

        archive = io.BytesIO()
        with zipfile.ZipFile(archive, "w") as file:
            file.writestr("payload", marker)
        page = f"<script>{marker}</script>".encode()
        for form, name in (("JPEG", "b.jpg"), ("GIF", "c.gif"), ("BMP", "d.bmp")):
            out = io.BytesIO()
            Image.new("RGB", (8, 8)).save(out, form)
            (folder / name).write_bytes(out.getvalue() + page)
        (folder / "a.png").write_bytes(png() + archive.getvalue())

    def naive(self, folder: Path, marker: str) -> bool:
        """The viewer opens them, and the other reader finds what is hidden."""
        opened = all(viewed(path).well for path in folder.iterdir())
        return opened and zipfile.ZipFile(folder / "a.png").read("payload").decode() == marker


class SvgAndPages(Artefact):
    """Tries: to bring a script, entities that grow without end and the grader's files onto a page, as
    "pictures".
    Seen: refused: no PNG, whatever a browser may take it for."""

    refusal = "its name says PNG, but it is none"

    def make(self, folder: Path, marker: str) -> None:
        script = f"<script>{marker}</script>"
        (folder / "a.png").write_text(f"<svg xmlns='http://www.w3.org/2000/svg'>{script}</svg>")
        (folder / "b.png").write_text(f"<!doctype html>{script}")
        laughs = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
        (folder / "c.png").write_text(
            f'<!DOCTYPE svg [<!ENTITY l0 "ha">{laughs}]><svg><text>&l9;</text>{script}</svg>'
        )
        (folder / "d.png").write_text(
            f'<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/passwd">]><svg><text>&f;</text>{script}</svg>'
        )

    def naive(self, folder: Path, marker: str) -> bool:
        """A page that shows a file as it was handed in carries the script."""
        pages = [f"<figure>{path.read_text()}</figure>" for path in folder.iterdir()]
        return all(f"<script>{marker}</script>" in page for page in pages)


class TextBomb(Artefact):
    """Tries: to have texts and a colour profile unpacked that are 300 MB each, in a picture of 900 kB.
    Seen: refused, since its texts unpack to too much."""

    refusal = "it cannot be decoded"

    def make(self, folder: Path, marker: str) -> None:
        bomb = zeros(300 * MIB)
        text = chunk(b"zTXt", b"k\0\0" + bomb)
        profile = chunk(b"iCCP", b"k\0\0" + bomb)
        other = chunk(b"iTXt", b"k\0\1\0\0\0" + bomb)
        (folder / "test_1.png").write_bytes(png(profile, other, text))

    def naive(self, folder: Path, marker: str) -> bool:
        """A reader of the texts unpacks them."""
        unpack = "import zlib; data = open(path, 'rb').read(); start = data.index(b'zTXt') + 7; "
        unpack += "text = zlib.decompressobj().decompress(data[start:]); print(len(text))"
        return viewed(folder / "test_1.png", unpack).hurt


class TextsForPages(Artefact):
    """Tries: to bring markup and terminal escapes onto a page or a screen by what a picture says of itself.
    Seen: the picture is read; nothing that it says of itself goes on."""

    def make(self, folder: Path, marker: str) -> None:
        from PIL import Image

        text = f"<script>{marker}</script>\x1b]0;{marker}\x07".encode()
        (folder / "a.png").write_bytes(png(chunk(b"tEXt", b"Title\0" + text)))
        for form, name in (("JPEG", "b.jpg"), ("GIF", "c.gif")):
            out = io.BytesIO()
            Image.new("RGB", (8, 8)).save(out, form, comment=text)
            (folder / name).write_bytes(out.getvalue())

    def naive(self, folder: Path, marker: str) -> bool:
        """A page that tells the picture's notes carries them."""
        shown = "from PIL import Image; print(Image.open(path).info)"
        return all(f"<script>{marker}</script>" in viewed(path, shown).said for path in folder.iterdir())
