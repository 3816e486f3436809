"""Images: their names and sizes; no pixels are kept."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any, ClassVar

from ._events import Interpreter
from ._loop import TclError
from ._quiet import quiet

_HEADER_BYTES = 32


class Image:
    """An image with a name; `width` and `height` in pixels."""

    numbers: ClassVar[count[int]] = count(1)

    def __init__(self, imgtype: str, name: str | None = None, cnf: Any = None, master: Any = None, **kw: Any):
        self.imgtype = imgtype
        self.name = name or f"pyimage{next(Image.numbers)}"
        self.options: dict[str, Any] = {**(cnf or {}), **kw}
        self.tk = master.tk if master is not None else Interpreter()
        self._size = _size_of_file(self.options.get("file"))

    def __str__(self) -> str:
        return self.name

    def __setitem__(self, key: str, value: Any) -> None:
        self.options[key] = value

    def __getitem__(self, key: str) -> Any:
        return self.options.get(key, "")

    def configure(self, **kw: Any) -> None:
        self.options.update(kw)

    config = configure

    def cget(self, option: str) -> Any:
        return self.options.get(option, "")

    def width(self) -> int:
        return int(self.options.get("width", 0)) or self._size[0]

    def height(self) -> int:
        return int(self.options.get("height", 0)) or self._size[1]

    def type(self) -> str:
        return self.imgtype


@quiet("blank put write transparency_set copy_replace read")
@quiet("transparency_get", result=False)
@quiet("data", result=b"")
class PhotoImage(Image):
    """A picture in colour; every pixel reads as black, since none is kept."""

    def __init__(self, name: str | None = None, cnf: Any = None, master: Any = None, **kw: Any) -> None:
        super().__init__("photo", name, cnf, master, **kw)

    def get(self, x: int, y: int) -> tuple[int, int, int]:
        return (0, 0, 0)

    def copy(self, **options: Any) -> PhotoImage:
        return self._resized(1, 1)

    def zoom(self, x: int, y: Any = "", **options: Any) -> PhotoImage:
        return self._resized(x, y or x)

    def subsample(self, x: int, y: Any = "", **options: Any) -> PhotoImage:
        return self._resized(1 / x, 1 / (y or x))

    def _resized(self, x: float, y: float) -> PhotoImage:
        return PhotoImage(width=max(1, round(self.width() * x)), height=max(1, round(self.height() * y)))


class BitmapImage(Image):
    """A picture in two colours."""

    def __init__(self, name: str | None = None, cnf: Any = None, master: Any = None, **kw: Any) -> None:
        super().__init__("bitmap", name, cnf, master, **kw)


def image_names() -> tuple[str, ...]:
    return ()


def image_types() -> tuple[str, ...]:
    return ("photo", "bitmap")


def _size_of_file(path: Any) -> tuple[int, int]:
    """Width and height from the header of a GIF or PNG file; Tk's error when it cannot be opened."""
    if not path:
        return (0, 0)
    try:
        with Path(path).open("rb") as file:
            head = file.read(_HEADER_BYTES)
    except OSError as error:
        raise TclError(f'couldn\'t open "{path}": {str(error.strerror).lower()}') from error
    if head.startswith(b"\x89PNG"):
        return int.from_bytes(head[16:20], "big"), int.from_bytes(head[20:24], "big")
    if head.startswith(b"GIF8"):
        return int.from_bytes(head[6:8], "little"), int.from_bytes(head[8:10], "little")
    return (0, 0)
