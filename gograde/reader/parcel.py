"""The form in which a value and files cross the border of the sandbox: one line of JSON, then the files.

The line holds the value and the length of each file in bytes.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any, NoReturn

LONGEST_LINE = 4 * 1024 * 1024
"""Bytes of the line.  Python's objects take some ten times as much memory."""


def packed(value: Any, files: Sequence[bytes]) -> bytes:
    """The parcel with a value of JSON and with files."""
    line = json.dumps([value, [len(data) for data in files]], allow_nan=False)
    return b"".join([line.encode(), b"\n", *files])


def unpacked(parcel: bytes) -> tuple[Any, list[bytes]]:
    """The value and the files of a parcel that a hostile program may have written; raises `ValueError`.

    No object in the value has a key twice, and all numbers are finite.
    """
    line, _, rest = parcel.partition(b"\n")
    if len(line) > LONGEST_LINE:
        raise ValueError("a line that is too long")
    try:
        value, lengths = json.loads(
            line.decode("ascii"), object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite
        )
    except (TypeError, RecursionError):
        raise ValueError("not a parcel") from None
    if not isinstance(lengths, list) or not all(type(each) is int and each >= 0 for each in lengths):
        raise ValueError("lengths that are none")
    ends = list(accumulate(lengths, initial=0))
    if ends[-1] != len(rest):
        raise ValueError("lengths that are wrong")
    return value, [rest[start:end] for start, end in pairwise(ends)]


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key twice")
    return found


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number")


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a number that is too large")
    return number
