"""Inputs that crash careless readers; every scorer must reject them without an exception."""

from __future__ import annotations

CRASH_PROBES: dict[str, bytes] = {
    "-1": b"-1",
    "a point at -1": b"-1 -1",
    "2147483648": b"2147483648 2147483648",
    "NaN": b"NaN NaN",
    "1/0": b"1/0",
    "NUL": b"\x00",
    "a byte that is no UTF-8": b"\x80",
    "a number of 5,000 digits": b"9" * 5000,
    "100,000 brackets": b"[" * 100_000,
    "100,000 pairs of brackets": b"(" * 50_000 + b")" * 50_000,
    "full-width digits": "２ ３".encode(),
    "Arabic digits": "٣ ٤".encode(),
    "a digit separator": b"1_0 2",
    "line ends of Unicode": "1 2\u20283 4\x854 5".encode(),
    "a lone surrogate": b"\xed\xa0\x80",
}
