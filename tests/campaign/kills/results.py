"""The files of a graded class, without what measures time or names a process."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

Seen = Mapping[str, tuple[int, bytes]]
"""Mode and bytes of files by their path in the class."""

LEFT_OUT = ("work/.snakemake/", "work/grader.lock", "work/progress.jsonl", "work/reports.parts")
"""Notes of Snakemake, which have times in them; the process and the progress of the last grader; parts of
reports, with usage in them, which the reports show."""

_USAGE = re.compile(rb'"(cpu_s|wall_s|delay_s|max_rss_kib)": (null|[0-9.e-]+)')
"""What a run used: in run records, scores, and logs of games."""

_INTAKE = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$", re.MULTILINE)
"""The moment of intake in `taken_in.csv`."""

_PLAYED = re.compile(rb"^\d+ games played now$", re.MULTILINE)
"""The last line of the log of a step that plays games: a killed step has played some before."""

_INPUTS = re.compile(rb'(?<=\[")[0-9a-f]{64}')
"""The digest, in `reports.made.json`, of what a page was made from, usage included; its files follow."""

_KILLED = re.compile(rb"^programs are started anew from .*: .*\n|^\n?Interrupted\.\n", re.MULTILINE)
"""What the log of a step tells of a server that was killed, or of a grader when all was written."""

_MADE_FROM = re.compile(rb'"made_from": \{[^{}]*\}')
"""In the head of a record, digests of records with usage in them, and of digests of these."""

DEPTH = 3
"""Files that name one another by digest: games, the record of their run, the record that names their size."""

_DIGEST = re.compile(rb"[0-9a-f]{64}")
_FOLDER = re.compile(r"/[0-9a-f]{2}/(?=[0-9a-f]{64}$)")
"""The folder of a file that is named by its digest: the first two of the digest's digits."""


def seen(room: Path) -> Seen:
    """All files of a class, as they would be if every run took no time.

    The digest of a file with usage in it is replaced by that of the file without.
    """
    found = {path.relative_to(room).as_posix(): path for path in room.rglob("*") if path.is_file()}
    before = {name: path.read_bytes() for name, path in found.items() if not name.startswith(LEFT_OUT)}
    after = {name: _timeless(name, data) for name, data in before.items()}
    digests: dict[bytes, bytes] = {}

    def renamed(data: bytes) -> bytes:
        return _DIGEST.sub(lambda match: digests.get(match[0], match[0]), data)

    for _ in range(DEPTH):
        digests = {_digest(before[name]): _digest(renamed(after[name])) for name in before}

    return {
        renamed(_FOLDER.sub("/", name).encode()).decode(): (found[name].stat().st_mode, renamed(data))
        for name, data in after.items()
    }


def _timeless(name: str, data: bytes) -> bytes:
    if name.startswith("reports/measured/"):
        return b"<measured>"
    if name == "taken_in.csv":
        return _INTAKE.sub(b"<moment>", data)
    if name.startswith("work/logs/"):
        return _KILLED.sub(b"", _PLAYED.sub(b"<count> games played now", data))
    if name == "work/reports.made.json":
        return _INPUTS.sub(b"<inputs>", _MADE_FROM.sub(b"", data))
    if name.startswith(("work/", "gradebooks/")):
        data = _MADE_FROM.sub(b"", data)
    return _USAGE.sub(rb'"\1": 0', data) if name.startswith("work/") else data


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest().encode()


def differences(expected: Seen, got: Seen) -> list[str]:
    """A line for each file that is new, gone or other than expected."""
    return [
        f"{name}: {_difference(expected.get(name), got.get(name))}"
        for name in sorted(expected.keys() | got.keys())
        if expected.get(name) != got.get(name)
    ]


def _difference(expected: tuple[int, bytes] | None, got: tuple[int, bytes] | None) -> str:
    if expected is None or got is None:
        return "is new" if expected is None else "is gone"
    if expected[0] != got[0]:
        return f"has mode {got[0]:o} instead of {expected[0]:o}"
    at = next(
        (at for at, pair in enumerate(zip(expected[1], got[1], strict=False)) if pair[0] != pair[1]), -1
    )
    shown = (text[max(0, at - 60) : at + 60] for text in (expected[1], got[1]))
    return f"differs ({len(expected[1])} and {len(got[1])} bytes): %r, not %r" % tuple(shown)
