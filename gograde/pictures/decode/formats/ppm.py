"""PPM, PGM and PBM (netpbm), plain and raw, of one picture."""

from __future__ import annotations

import re

from gograde.pictures.decode.formats.common import Bare, UnfitError, check_size

_BLANK = rb"(?:[ \t\r\n\v\f]|#[^\r\n]{0,200}[\r\n])"
_NUMBER = _BLANK + rb"{1,100}+([0-9]{1,6})"
_BITS = re.compile(rb"P([14])" + _NUMBER * 2 + rb"[ \t\r\n\v\f]")
_LEVELS = re.compile(rb"P([2356])" + _NUMBER * 3 + rb"[ \t\r\n\v\f]")
_PLAIN = re.compile(rb"[0-9 \t\r\n\v\f]*")
_MOST_BEHIND = 2
"""The most bytes after a raw picture: a line end."""


def check(data: bytes) -> Bare:
    """The picture with a new header without comments; raises `UnfitError`."""
    head = _BITS.match(data) or _LEVELS.match(data)
    if head is None:
        raise UnfitError("its header is not one of a PPM")
    kind, width, height, *levels = (int(number) for number in head.groups())
    check_size(width, height)
    if levels and not 0 < levels[0] < 65536:
        raise UnfitError("its header is not one of a PPM")
    body = data[head.end() :]
    whole = _plain(body) if kind <= 3 else _raw(body, _row_bytes(kind, width, levels) * height)
    sizes = " ".join(str(number) for number in (width, height, *levels))
    return Bare("PPM", width, height, f"P{kind}\n{sizes}\n".encode() + whole)


def _row_bytes(kind: int, width: int, levels: list[int]) -> int:
    """Bytes of one row of a raw picture."""
    if kind == 4:
        return (width + 7) // 8
    return width * (3 if kind == 6 else 1) * (2 if levels[0] > 255 else 1)


def _raw(body: bytes, size: int) -> bytes:
    if len(body) < size:
        raise UnfitError("it is cut off")
    if len(body) > size + _MOST_BEHIND:
        raise UnfitError("there is something behind its end")
    return body[:size]


def _plain(body: bytes) -> bytes:
    """Check that the body has only numbers as text; the decoder counts them."""
    if not _PLAIN.fullmatch(body):
        raise UnfitError("it is not a whole PPM")
    return body
