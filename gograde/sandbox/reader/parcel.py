"""The form in which a value and files cross the border of the sandbox: one line of JSON, then the files.

The line holds the value and the length of each file in bytes.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import accumulate, pairwise
from typing import Any

from gograde.codec import strict_json

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
        value, lengths = strict_json(line.decode("ascii"))
    except TypeError:
        raise ValueError("not a parcel") from None
    if not isinstance(lengths, list) or not all(type(each) is int and each >= 0 for each in lengths):
        raise ValueError("lengths that are none")
    ends = list(accumulate(lengths, initial=0))
    if ends[-1] != len(rest):
        raise ValueError("lengths that are wrong")
    return value, [rest[start:end] for start, end in pairwise(ends)]
