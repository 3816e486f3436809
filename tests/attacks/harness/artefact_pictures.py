"""Judges pictures: they are taken, looked at and decoded as those that a run leaves.

The file of an attack says in `REFUSAL` what the reason must say (one of several, in a tuple) for which its
pictures are refused; "" where they are read, without what they carry beside their pixels.
"""

from __future__ import annotations

import os
import resource
import struct
from collections.abc import Iterator
from pathlib import Path

from gograde.grading.facts import Drawn
from gograde.grading.pictures import LIMITS, SHOWN_SIDE, drawn
from gograde.package.read import find_package
from gograde.sandbox.collect import collect
from gograde.sandbox.protocol import MIB, Backend, Collect, Job, RunResult
from tests.attacks.harness.artefact import load
from tests.attacks.harness.corpus import Attack

MOST_GROWTH = 64 * MIB
"""Of the grader's own memory while it looks at pictures."""

_OURS = [b"IHDR", b"IDAT", b"IEND"]


def judge(attack: Attack, box: Backend, folder: Path, marker: str) -> str:
    """The evidence that pictures did harm; "" when they were read or refused as their file says."""
    runs: list[RunResult] = []

    def run(job: Job) -> RunResult:
        runs.append(box.run(job))
        return runs[-1]

    before = _peak()
    shown = drawn(_left_behind(folder, box.name), run)
    refusal = load(attack).REFUSAL  # type: ignore[attr-defined]
    told = (refusal,) if isinstance(refusal, str) else refusal
    evidence = [*_misjudged(shown, folder, told), *_carried(shown, marker), *_taken(runs, before)]
    return "; ".join(evidence)


def _left_behind(folder: Path, backend: str) -> RunResult:
    """The facts of a run that left what is in the folder, as the contract takes it."""
    config = find_package("board9").config.contract.pictures
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        files, refused = collect(fd, Collect(config.patterns, config.file_kib * 1024, config.files))
    finally:
        os.close(fd)
    return RunResult(backend, 0, None, None, 0.0, 0.0, 0, b"", b"", 0, 0, files, refused)


def _misjudged(shown: tuple[Drawn, ...], folder: Path, told: tuple[str, ...]) -> Iterator[str]:
    if len(shown) != len(list(folder.iterdir())):
        yield "not every file was told of"
    for picture in shown:
        if any(told) and not any(reason in picture.refusal for reason in told):
            yield f"{picture.name} was not refused as it must be but {picture.refusal or 'read'!r}"
        elif not any(told) and not picture.png:
            yield f"{picture.name} was refused: {picture.refusal!r}"


def _carried(shown: tuple[Drawn, ...], marker: str) -> Iterator[str]:
    for picture in shown:
        if marker in picture.refusal or marker.encode() in picture.png:
            yield f"{picture.name} carries the marker on"
        if picture.png and (
            [*_kinds(picture.png)] != _OURS or max(picture.width, picture.height) > SHOWN_SIDE
        ):
            yield f"{picture.name} is shown with more than its pixels"


def _kinds(png: bytes) -> Iterator[bytes]:
    place = 8
    while place < len(png):
        yield png[place + 4 : place + 8]
        place += 12 + struct.unpack(">I", png[place : place + 4])[0]


def _taken(runs: list[RunResult], before: int) -> Iterator[str]:
    if _peak() - before > MOST_GROWTH:
        yield f"the grader took {(_peak() - before) // MIB} MiB to look"
    for run in runs:
        if run.max_rss_kib * 1024 > LIMITS.memory_bytes or run.cpu_s > LIMITS.cpu_s + 1:
            yield f"decoding took {run.max_rss_kib // 1024} MiB and {run.cpu_s:.1f} s"


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
