"""Changes to bytes that break the assumptions of careless readers."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from random import Random
from typing import Any

LONGEST = 96 * 1024
NASTY: Sequence[bytes] = (
    *(b"\0", b"\r", b"\n", b"\r\n", b"\x0b", b"\x1c", b"\x1b[2J", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff"),
    *("\u2028 \x85 \u202e ٣ １ ² ſ İ 王 e\u0301 \ud800".encode("utf-8", "surrogatepass").split(b" ")),
    *(b"\x80", b"\xc0\xaf", b"\xf8\x88\x80\x80\x80", b"-1", b"1_0", b"0x1", b"1e999", b"NaN", b"-Infinity"),
    *(b"9" * 5000, b"[" * 3000, b"(" * 200, b"{" * 2000, b")" * 50, b" " * 4000, b"\t", b"#", b":", b"="),
    *(b"../", b"/etc/passwd", b"C:\\", b"..\\", b"con", b"%s%n", b"{0}", b"{{7*7}}", b"${x}", b"`id`"),
    *(b"'", b'"', b"\\", b"\\u0000", b"\\ud800", b"]]>", b"<!--", b"&#0;", b"!!python/name:os.system"),
    *(b"*a", b"&a", b"<<:", b"---\n", b"null", b"true", b"[]", b"{}", b"1", b"-", b"=cmd|'/c calc'!A1"),
)


VALUES: Sequence[Any] = (
    *(
        None, True, False, 0, -1, 1.5, 10**30, 10**400, "", "x", "\0", "\ud800", "9" * 5000, [], {}, [[]],
        {"": {}},
    ),
    *(["x"] * 300, "../../etc/passwd", "AC", "2026-11-15", "0001-01-01T00:00:00+23:59", "a" * 64),
)  # fmt: skip


def reshaped(random: Random, data: bytes) -> bytes:
    """JSON lines with a value, a key or an item replaced, taken away or said twice."""
    lines = [json.loads(line) for line in data.split(b"\n") if line]
    for _ in range(random.choice((1, 1, 2, 4))):
        place = random.randrange(len(lines))
        lines[place] = _reshaped(random, lines[place])
    return b"\n".join(json.dumps(line).encode() for line in lines)


def _reshaped(random: Random, value: Any) -> Any:
    if not isinstance(value, dict | list) or not value or random.random() < 0.1:
        return random.choice(VALUES)
    if isinstance(value, list):
        place = random.randrange(len(value))
        changed = [_reshaped(random, value[place]), value[place]][: random.choice((0, 1, 1, 1, 2))]
        return [*value[:place], *changed, *value[place + 1 :]]
    key = random.choice(list(value))
    kept = {name: inner for name, inner in value.items() if name != key or random.random() < 0.8}
    if random.random() < 0.1:
        return {**kept, random.choice(("", "x", "verdict")): random.choice(VALUES)}
    return {**kept, key: _reshaped(random, value[key])} if key in kept else kept


def mutated(random: Random, data: bytes, most: int = 8) -> bytes:
    """The data after a few changes, sometimes after none; at most `LONGEST` bytes."""
    for _ in range(random.choice((0, 1, 1, 2, 3, random.randrange(1, most)))):
        data = random.choice(_CHANGES)(random, data)[:LONGEST]
    return data


def _span(random: Random, data: bytes) -> tuple[int, int]:
    start = random.randrange(len(data) + 1)
    return start, min(len(data), start + random.choice((1, 1, 2, 4, 16, 64, 600)))


def _flip(random: Random, data: bytes) -> bytes:
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 3, 10)) if data else 0):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def _cut(random: Random, data: bytes) -> bytes:
    start, end = _span(random, data)
    return data[:start] + data[end:]


def _end_early(random: Random, data: bytes) -> bytes:
    return data[: random.randrange(len(data) + 1)]


def _put(random: Random, data: bytes) -> bytes:
    start, end = _span(random, data)
    return data[:start] + random.choice(NASTY) + data[random.choice((start, end)) :]


def _repeat(random: Random, data: bytes) -> bytes:
    start, end = _span(random, data)
    return data[:end] + data[start:end] * random.choice((1, 2, 50, 3000)) + data[end:]


def _swap(random: Random, data: bytes) -> bytes:
    (a, b), (c, d) = sorted((_span(random, data), _span(random, data)))
    return data[:a] + data[c:d] + data[b:c] + data[a:b] + data[max(b, d) :]


def _digits(random: Random, data: bytes) -> bytes:
    """Another number in the place of one digit."""
    places = [place for place, byte in enumerate(data[:20_000]) if 48 <= byte < 58]
    if not places:
        return _put(random, data)
    place, other = random.choice(places), random.choice((0, 9, 255, 2**31, 2**32 - 1, 2**63, 10**30))
    return data[:place] + b"%d" % other + data[place + 1 :]


def _join(random: Random, data: bytes) -> bytes:
    """Zeros or ones where a length may stand."""
    changed, size = bytearray(data), random.choice((1, 2, 4, 8))
    start = random.randrange(len(data) + 1)
    changed[start : start + size] = random.choice((b"\0", b"\xff", b"\x7f")) * size
    return bytes(changed)


_CHANGES: Sequence[Callable[[Random, bytes], bytes]] = (
    _flip, _cut, _end_early, _put, _put, _repeat, _swap, _digits, _join,
)  # fmt: skip
