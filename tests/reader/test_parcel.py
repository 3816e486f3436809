"""Values and files cross the border as they are, and nothing else crosses it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gograde.reader.parcel import LONGEST_LINE, packed, unpacked

TEXTS = st.text(st.characters(), max_size=5)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)


def test_a_parcel_is_a_line_and_the_files() -> None:
    assert packed({"a": 1}, [b"xy", b"", b"z\n"]) == b'[{"a": 1}, [2, 0, 2]]\nxyz\n'


@given(VALUES, st.lists(st.binary(max_size=9), max_size=4))
def test_what_is_packed_is_unpacked(value: object, files: list[bytes]) -> None:
    assert unpacked(packed(value, files)) == (value, files)


def test_a_hostile_parcel_is_refused() -> None:
    for parcel in [
        b"",
        b"\n",
        b"[]\n",
        b"[1, [], 2]\n",
        b"[1, 2]\n",
        b"[1, {}]\n",
        b"[1, [-1, 1]]\n",
        b"[1, [true]]\nx",
        b"[1, [1.0]]\nx",
        b"[1, [2]]\nx",
        b"[1, [1]]\nxy",
        b"[NaN, []]\n",
        b"[-Infinity, []]\n",
        b"[1e999, []]\n",
        b'[{"a": 1, "a": 2}, []]\n',
        b'["\xc3\xa9", []]\n',
        b"[" + b"9" * 5000 + b", []]\n",
        b"[" * 100_000 + b"\n",
        b'["' + b"x" * LONGEST_LINE + b'", []]\n',
    ]:
        with pytest.raises(ValueError):
            unpacked(parcel)


@given(st.binary(max_size=60) | st.text(alphabet='[]{}",:0123456789eE.-ntfa\n', max_size=60).map(str.encode))
def test_any_bytes_are_unpacked_or_refused(parcel: bytes) -> None:
    try:
        value, files = unpacked(parcel)
    except ValueError:
        return
    assert unpacked(packed(value, files)) == (value, files)
