"""Images: names, sizes, and the pixels that a program writes.

A picture file is not decoded here; its bytes go unchanged into the drawing.
"""

from __future__ import annotations

import weakref
from functools import lru_cache
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from .._base.events import Interpreter
from .._base.loop import TclError
from .._base.no_effect import answers
from .colours import rgb

MOST_SIDE = 2000
"""Pixels; pixels beyond this width or height are dropped."""

MOST_FILE_BYTES = 700 * 1024
"""A larger picture file is not shown, since in base64 it would fill a drawing."""


class Image:
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

    @classmethod
    def by_name(cls, name: str) -> Image | None:
        """The image with this name if the program still references it, else None (as in Tk)."""
        return cls.named.get(name)

    def __str__(self) -> str:
        return self.name

    def __setitem__(self, key: str, value: Any) -> None:
        self.configure(**{key: value})

    def __getitem__(self, key: str) -> Any:
        return self.options.get(key, "")

    def configure(self, **kw: Any) -> None:
        self.options.update(kw)
        if "file" in kw or "data" in kw:
            self._file = _read(kw)
            self._size = _size(self._file)

    config = configure

    def cget(self, option: str) -> Any:
        return self.options.get(option, "")

    def width(self) -> int:
        return int(self.options.get("width", 0)) or self._size[0]

    def height(self) -> int:
        return int(self.options.get("height", 0)) or self._size[1]

    def type(self) -> str:
        return self.imgtype


@answers("write transparency_set read")
@answers("transparency_get", result=False)
@answers("data", result=b"")
class PhotoImage(Image):
    """A picture in colour: a file, or pixels that the program writes."""

    def __init__(self, name: str | None = None, cnf: Any = None, master: Any = None, **kw: Any) -> None:
        super().__init__("photo", name, cnf, master, **kw)
        self._pixels = bytearray()
        self._row = 0

    def blank(self) -> None:
        self._pixels, self._row, self._file = bytearray(), 0, b""

    def fill(self, width: int, height: int, rgba: bytes) -> None:
        """Set all pixels, row by row, four bytes each."""
        if 0 < width <= MOST_SIDE and 0 < height <= MOST_SIDE and len(rgba) == 4 * width * height:
            self._pixels, self._row, self._file = bytearray(rgba), width, b""
            self._size = (width, height)

    def put(self, data: Any, to: Any = None) -> None:
        """Write rows of colours from the corner `to` on; a single colour fills the box `to`."""
        if isinstance(data, bytes):
            self.configure(data=data)
            return
        rows = _rows(data)
        left, top, *end = (int(float(value)) for value in (to or (0, 0)))
        wide = end[0] - left if len(end) == 2 else max(map(len, rows), default=0)
        high = end[1] - top if len(end) == 2 else len(rows)
        for y in range(min(high, MOST_SIDE)):
            row = rows[y % len(rows)]
            for x in range(min(wide, MOST_SIDE) if row else 0):
                self._set(left + x, top + y, row[x % len(row)])

    def _set(self, x: int, y: int, colour: str) -> None:
        if not (0 <= x < MOST_SIDE and 0 <= y < MOST_SIDE):
            return
        if x >= self._row or 4 * self._row * (y + 1) > len(self._pixels):
            self._grow(max(x + 1, self.width()), max(y + 1, self.height()))
        start = 4 * (y * self._row + x)
        self._pixels[start : start + 4] = _pixel(colour)

    def _grow(self, width: int, height: int) -> None:
        """Enlarge the image; new pixels are transparent."""
        old, row = self._pixels, self._row
        rows = [old[start : start + 4 * row] for start in range(0, len(old), 4 * row)] if row else []
        width, height = min(MOST_SIDE, max(width, row)), min(MOST_SIDE, max(height, len(rows)))
        rows += [bytearray()] * (height - len(rows))
        self._pixels = bytearray().join(line.ljust(4 * width, b"\0") for line in rows)
        self._row, self._size = width, (width, height)

    def get(self, x: int, y: int) -> tuple[int, int, int]:
        start = 4 * (int(y) * self._row + int(x))
        found = self._pixels[start : start + 3]
        return (found[0], found[1], found[2]) if len(found) == 3 else (0, 0, 0)

    def contents(self) -> tuple[str, int, int, bytes] | None:
        """Kind (`rgba` or `file`), width, height, and the compressed pixels or the file; None if empty."""
        width, height = self.width(), self.height()
        if self._row:
            import zlib

            return "rgba", self._row, len(self._pixels) // (4 * self._row), zlib.compress(self._pixels, 1)
        if self._file and len(self._file) <= MOST_FILE_BYTES and width and height:
            return "file", width, height, self._file
        return None

    def copy(self, **options: Any) -> PhotoImage:
        return self._resized(1, 1)

    def copy_replace(self, sourceImage: Any, **options: Any) -> None:  # noqa: N803
        self._pixels, self._row, self._file = (
            bytearray(sourceImage._pixels),
            sourceImage._row,
            sourceImage._file,
        )
        self._size = sourceImage.width(), sourceImage.height()

    def zoom(self, x: int, y: Any = "", **options: Any) -> PhotoImage:
        return self._resized(x, y or x)

    def subsample(self, x: int, y: Any = "", **options: Any) -> PhotoImage:
        return self._resized(1 / x, 1 / (y or x))

    def _resized(self, x: float, y: float) -> PhotoImage:
        """A copy that is `x` times as wide and `y` times as high."""
        made = PhotoImage(width=max(1, round(self.width() * x)), height=max(1, round(self.height() * y)))
        made._pixels, made._row, made._file = bytearray(self._pixels), self._row, self._file
        if made._row and (x, y) != (1, 1):
            made._sampled(x, y)
        return made

    def _sampled(self, x: float, y: float) -> None:
        old, row = self._pixels, self._row
        high = len(old) // (4 * row)
        columns = [min(row - 1, int(column / x)) for column in range(self.width())]
        lines = [min(high - 1, int(line / y)) for line in range(self.height())]
        pixels = (old[4 * (line * row + column) :][:4] for line in lines for column in columns)
        self._pixels, self._row = bytearray().join(pixels), len(columns)


class BitmapImage(Image):
    """A picture in two colours."""

    def __init__(self, name: str | None = None, cnf: Any = None, master: Any = None, **kw: Any) -> None:
        super().__init__("bitmap", name, cnf, master, **kw)


def image_names() -> tuple[str, ...]:
    return ()


def image_types() -> tuple[str, ...]:
    return ("photo", "bitmap")


@lru_cache(maxsize=4096)
def _pixel(colour: str) -> bytes:
    return bytes((*(rgb(colour) or (0, 0, 0)), 255))


def _rows(data: Any) -> list[list[str]]:
    """Rows of colours from `{red green} {blue white}`, from lists of them, or from one colour."""
    if isinstance(data, str) and "{" in data:
        return [part.split("}")[0].split() for part in data.split("{")[1:]]
    if isinstance(data, str):
        return [data.split()]
    return [row.strip("{}").split() if isinstance(row, str) else [str(one) for one in row] for row in data]


def _read(options: dict[str, Any]) -> bytes:
    """The bytes of a picture file or of `data`; raises Tk's error when the file cannot be opened."""
    data = options.get("data")
    if data:
        return _file_of(data.encode("latin-1", "replace") if isinstance(data, str) else bytes(data))
    path = options.get("file")
    if not path:
        return b""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise TclError(f'couldn\'t open "{path}": {str(error.strerror).lower()}') from error


def _file_of(data: bytes) -> bytes:
    """A picture file, from its bytes or their base64."""
    if data.startswith((b"\x89PNG", b"GIF8", b"P5", b"P6")):
        return data
    import base64

    try:
        return base64.b64decode(data)
    except ValueError:
        return b""


def _size(data: bytes) -> tuple[int, int]:
    """Width and height from the header of a GIF, PNG or PPM file."""
    if data.startswith(b"\x89PNG"):
        return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")
    if data.startswith(b"GIF8"):
        return int.from_bytes(data[6:8], "little"), int.from_bytes(data[8:10], "little")
    words = data[:64].split() if data.startswith((b"P5", b"P6")) else []
    return (
        (int(words[1]), int(words[2]))
        if len(words) > 2 and words[1].isdigit() and words[2].isdigit()
        else (0, 0)
    )
