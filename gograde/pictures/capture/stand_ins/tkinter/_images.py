"""Images: names, sizes, and the pixels that a program writes.

A picture file is not decoded here; its bytes go unchanged into the drawing.
"""

from __future__ import annotations

import weakref
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from _tk_words import rgb  # type: ignore[import-not-found]

from ._loop import TclError
from ._mild import Mild
from ._values import Interpreter

MOST_SIDE = 2000
"""Pixels; pixels beyond this width or height are dropped."""

MOST_FILE_BYTES = 700 * 1024
"""A larger picture file is not shown, since in base64 it would fill a drawing."""


class Image(Mild):
    """An image with a name; `width` and `height` in pixels."""

    numbers: ClassVar[count[int]] = count(1)
    named: ClassVar[weakref.WeakValueDictionary[str, Image]] = weakref.WeakValueDictionary()

    def __init__(self, imgtype: str, name: str | None = None, cnf: Any = None, master: Any = None, **kw: Any):
        self.imgtype = imgtype
        self.name = name or f"pyimage{next(Image.numbers)}"
        self.options: dict[str, Any] = {**(cnf or {}), **kw}
        self.tk = master.tk if master is not None else Interpreter()
        self._file = _read(self.options)
        self._size = _size(self._file)
        Image.named[self.name] = self

    def __str__(self) -> str:
        return self.name

    def __setitem__(self, key: str, value: Any) -> None:
        self.configure(**{key: value})

    def __getitem__(self, key: str) -> Any:
        return self.options.get(key, "")

    cget = __getitem__

    def configure(self, **kw: Any) -> None:
        self.options.update(kw)
        if "file" in kw or "data" in kw:
            self._file = _read(kw)
            self._size = _size(self._file)

    config = configure

    def width(self) -> int:
        return int(self.options.get("width", 0)) or self._size[0]

    def height(self) -> int:
        return int(self.options.get("height", 0)) or self._size[1]

    def type(self) -> str:
        return self.imgtype


class PhotoImage(Image):
    """A picture in colour: a file, or pixels that the program writes."""

    def __init__(self, name: str | None = None, cnf: Any = None, master: Any = None, **kw: Any) -> None:
        super().__init__("photo", name, cnf, master, **kw)
        self._rows: list[bytearray] = []

    def blank(self) -> None:
        self._rows, self._file = [], b""

    def fill(self, width: int, height: int, rgba: bytes) -> None:
        """Set all pixels, row by row, four bytes each."""
        if 0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE and len(rgba) == 4 * width * height:
            row, self._file = 4 * width, b""
            self._rows = [bytearray(rgba[row * y : row * (y + 1)]) for y in range(height)]
            self._size = (width, height)

    def put(self, data: Any, to: Any = None) -> None:
        """Write rows of colours from the corner `to` on; a single colour fills the box `to`."""
        if isinstance(data, bytes):
            self.configure(data=data)
            return
        rows = [b"".join(map(_pixel, row)) for row in _colours(data)]
        left, top, *end = (max(0, int(float(value))) for value in (to or (0, 0)))
        wide = min(MOST_SIDE, end[0] if len(end) == 2 else left + max(map(len, rows), default=0) // 4)
        high = min(MOST_SIDE, end[1] if len(end) == 2 else top + len(rows))
        if not self._rows or high > len(self._rows) or 4 * wide > len(self._rows[0]):
            self._grow(max(wide, self.width()), max(high, self.height()))
        for y in range(top, high if rows else top):
            row = rows[(y - top) % len(rows)]
            if wide > left and row:
                repeated = row * (1 + 4 * (wide - left) // len(row))
                self._rows[y][4 * left : 4 * wide] = repeated[: 4 * (wide - left)]

    def _grow(self, width: int, height: int) -> None:
        """Enlarge the image; new pixels are transparent."""
        width, height = min(MOST_SIDE, width), min(MOST_SIDE, height)
        self._rows += [bytearray() for _ in range(height - len(self._rows))]
        for row in self._rows:
            row.extend(bytes(4 * width - len(row)))
        self._size = (width, height)

    def get(self, x: int, y: int) -> tuple[int, int, int]:
        row = self._rows[int(y)] if 0 <= int(y) < len(self._rows) else b""
        red, green, blue = (*row[4 * int(x) : 4 * int(x) + 3], 0, 0, 0)[:3]
        return red, green, blue

    def contents(self) -> tuple[str, int, int, bytes] | None:
        """Kind (`rgba` or `file`), width, height, and the compressed pixels or the file; None if empty."""
        if self._rows:
            import zlib

            return "rgba", len(self._rows[0]) // 4, len(self._rows), zlib.compress(b"".join(self._rows), 1)
        if self._file and len(self._file) <= MOST_FILE_BYTES and self.width() and self.height():
            return "file", self.width(), self.height(), self._file
        return None

    def copy(self, **options: Any) -> PhotoImage:
        return self._resized(1, 1)

    def copy_replace(self, sourceImage: Any, **options: Any) -> None:  # noqa: N803
        self._rows, self._file = [bytearray(row) for row in sourceImage._rows], sourceImage._file
        self._size = sourceImage.width(), sourceImage.height()

    def zoom(self, x: int, y: Any = "", **options: Any) -> PhotoImage:
        return self._resized(x, y or x)

    def subsample(self, x: int, y: Any = "", **options: Any) -> PhotoImage:
        return self._resized(1 / x, 1 / (y or x))

    def _resized(self, x: float, y: float) -> PhotoImage:
        """A copy that is `x` times as wide and `y` times as high."""
        width, height = max(1, round(self.width() * x)), max(1, round(self.height() * y))
        made = PhotoImage(width=width, height=height)
        made._file = self._file
        columns = [int(column / x) for column in range(width)]
        lines = [
            self._rows[min(len(self._rows) - 1, int(row / y))] for row in range(height if self._rows else 0)
        ]
        made._rows = [bytearray().join(row[4 * column :][:4] for column in columns) for row in lines]
        return made


class BitmapImage(Image):
    """A picture in two colours."""

    def __init__(self, name: str | None = None, cnf: Any = None, master: Any = None, **kw: Any) -> None:
        super().__init__("bitmap", name, cnf, master, **kw)


def image_names() -> tuple[str, ...]:
    return ()


def image_types() -> tuple[str, ...]:
    return ("photo", "bitmap")


def image_of(image: Any) -> Any:
    """The image that a name or a library's image means, while the program still references it, as in Tk."""
    return image if isinstance(image, Image) else Image.named.get(str(image or ""))


def write_image(image: Any, images: dict[str, Any]) -> str:
    """Add the bytes of an image to `images` once; returns its name, or an empty text for an empty image."""
    import base64

    found = image.contents() if isinstance(image, PhotoImage) and image.name not in images else None
    if found is not None:
        images[image.name] = [*found[:3], base64.b64encode(found[3]).decode()]
    return image.name if image is not None and image.name in images else ""


@lru_cache(maxsize=4096)
def _pixel(colour: str) -> bytes:
    return bytes((*(rgb(colour) or (0, 0, 0)), 255))


def _colours(data: Any) -> list[list[str]]:
    """Rows of colours from `{red green} {blue white}`, from lists of them, or from one colour."""
    if isinstance(data, str):
        parts = [part.split("}")[0] for part in data.split("{")[1:]] if "{" in data else [data]
        return [part.split() for part in parts]
    return [row.strip("{}").split() if isinstance(row, str) else [str(one) for one in row] for row in data]


def _read(options: dict[str, Any]) -> bytes:
    """The bytes of a picture file or of `data`; raises Tk's error when the file cannot be opened."""
    data, path = options.get("data"), options.get("file")
    if data:
        return _file_of(data.encode("latin-1", "replace") if isinstance(data, str) else bytes(data))
    try:
        return Path(path).read_bytes() if path else b""
    except OSError as error:
        raise TclError(f'couldn\'t open "{path}": {str(error.strerror).lower()}') from error


def _file_of(data: bytes) -> bytes:
    """A picture file, from its bytes or their base64."""
    import base64

    try:
        return data if data.startswith((b"\x89PNG", b"GIF8", b"P5", b"P6")) else base64.b64decode(data)
    except ValueError:
        return b""


def _size(data: bytes) -> tuple[int, int]:
    """Width and height from the header of a GIF, PNG or PPM file."""
    if data.startswith(b"\x89PNG"):
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data.startswith(b"GIF8"):
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    words = data[:64].split() if data.startswith((b"P5", b"P6")) else []
    numbers = [int(word) for word in words[1:3] if word.isdigit()]
    return (numbers[0], numbers[1]) if len(numbers) == 2 else (0, 0)
