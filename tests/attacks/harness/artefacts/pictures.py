"""Judges hostile pictures: they are collected, inspected and decoded like those of a run.

Those that are read have no content beside their pixels.
"""

import codecs
import io
import os
import resource
import struct
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from PIL import Image, ImageSequence  # noqa: F401 - the attacks import it as another user

from gograde.core.assignment import PictureFact
from gograde.grading.contracts.files import CAPTURED, LIMITS, MOST_CAPTURED, SHOWN_SIDE, drawn
from gograde.package.config import CollectConfig
from gograde.package.package import find_package
from gograde.sandbox.collect import collect
from gograde.sandbox.protocol import MIB, Backend, Collect, RunResult
from tests.attacks.harness.corpus import Attack
from tests.attacks.harness.handed_in import reachable_python
from tests.sandboxes import Weakened, interpreter

MOST_GROWTH = 64 * MIB
"""Of the grader's own memory while it looks at pictures."""

_OURS = [b"IHDR", b"IDAT", b"IEND"]


@cache
def taken() -> CollectConfig:
    """What the contract says of pictures."""
    return find_package("board9").config.contract.pictures


def prepare() -> None:
    """Import and copy what whoever judges may be unable to read."""
    taken()
    with suppress(pytest.skip.Exception):
        interpreter()
    codecs.lookup("cp437")  # of names in archives
    Image.init()
    for form in ("PNG", "JPEG", "GIF", "BMP", "TIFF", "WEBP", "EPS", "PPM", "ICO"):
        out = io.BytesIO()
        Image.new("RGB", (16, 16)).save(out, form)
        if form != "EPS":
            Image.open(out).load()


def judge(attack: Attack, box: Backend, folder: Path, marker: str) -> str:
    """The evidence that pictures did harm; "" when they were read or refused as their file says."""
    before, results = _peak(), list[RunResult]()
    kept = Weakened(box, told=lambda result: results.append(result) or result)
    with reachable_python():
        (pictures,) = drawn([_left_behind(folder, box.name)], kept)
    refusal = attack.artefact.refusal
    told = (refusal,) if isinstance(refusal, str) else refusal
    evidence = [
        *_misjudged(pictures, folder, told),
        *_carried(pictures, marker),
        *_taken(results, before),
    ]
    return "; ".join(evidence)


def _left_behind(folder: Path, backend: str) -> RunResult:
    """The facts of a run that left what is in the folder, as the contract takes it."""
    config = taken()
    fd = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        wanted = Collect((*config.patterns, *CAPTURED), config.file_kib * 1024, config.files + MOST_CAPTURED)
        files, refused = collect(fd, wanted)
    finally:
        os.close(fd)
    return RunResult(backend, 0, None, None, 0.0, 0.0, 0, b"", b"", 0, 0, files, refused)


def _misjudged(pictures: tuple[PictureFact, ...], folder: Path, told: tuple[str, ...]) -> Iterator[str]:
    if len(pictures) != len(list(folder.iterdir())):
        yield "not every file was told of"
    for picture in pictures:
        if any(told) and not any(reason in picture.refusal for reason in told):
            yield f"{picture.name} was not refused as it must be but {picture.refusal or 'read'!r}"
        elif not any(told) and not picture.png:
            yield f"{picture.name} was refused: {picture.refusal!r}"


def _carried(pictures: tuple[PictureFact, ...], marker: str) -> Iterator[str]:
    for picture in pictures:
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
