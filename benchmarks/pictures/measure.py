"""Reads the pictures of a set against their own boards and against wrong ones, and counts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PIL import Image

from benchmarks.pictures.positions import impostors, positions
from benchmarks.pictures.styles import Style
from gograde.pictures.picture import Picture
from gograde.pictures.recognise import Outcome, Question, Reading
from gograde.pictures.recognise.judge import read
from gograde.pictures.recognise.search import survey

Board = tuple[str, ...]


@dataclass(frozen=True)
class Case:
    """One picture asked about: against its own board (`wrong` is empty) or a wrong one, named."""

    style: str
    number: int
    wrong: str
    reading: Reading
    seconds: float


def picture_of(image: Image.Image) -> Picture:
    """The pixels of an image."""
    return Picture(image.width, image.height, image.convert("RGB").tobytes())


def cases(styles: Sequence[Style], seed: int, count: int) -> Iterator[Case]:
    """Every picture of every style against its own board and every wrong one."""
    boards = positions(seed, count)
    for style in styles:
        images = style.pictures(boards, seed)
        if images is None:
            print(f"{style.name}: left out, {style.outside} is not on this machine")
            continue
        for number, (board, image) in enumerate(zip(boards, images, strict=True)):
            yield from _asked(style, number, board, picture_of(image))


def _asked(style: Style, number: int, board: Board, picture: Picture) -> Iterator[Case]:
    started = time.process_time()
    found = survey(picture, len(board), len(board[0]))
    common = time.process_time() - started
    wrong = impostors(board, number)
    if style.free:
        wrong.pop("swapped", None)
    for name, reference in {"": board, **wrong}.items():
        started = time.process_time()
        reading, _ = read(found, Question(picture, reference))
        yield Case(style.name, number, name, reading, common + time.process_time() - started)


@dataclass(frozen=True)
class Tally:
    """Counts of a style or of all."""

    right: int
    right_failed: int
    right_review: int
    wrong: int
    wrong_passed: int
    wrong_review: int
    seconds: float


def tally(found: Sequence[Case]) -> Tally:
    """The counts of some cases; `seconds` is the mean of CPU a picture read against its own board."""
    right = [case for case in found if not case.wrong]
    wrong = [case for case in found if case.wrong]

    def count(some: Sequence[Case], outcome: Outcome) -> int:
        return sum(case.reading.outcome is outcome for case in some)

    return Tally(
        len(right),
        count(right, Outcome.REJECTED),
        count(right, Outcome.REVIEW),
        len(wrong),
        count(wrong, Outcome.ACCEPTED),
        count(wrong, Outcome.REVIEW),
        sum(case.seconds for case in right) / max(1, len(right)),
    )


def table(found: Sequence[Case], say: Callable[[str], None] = print) -> None:
    """One line a style, and all of them."""
    head = ("right", "failed", "review", "wrong", "passed", "review", "CPU s")
    say(f"{'style':22}{head[0]:>6}" + "".join(f"{word:>8}" for word in head[1:]))
    names = list(dict.fromkeys(case.style for case in found))
    for name in (*names, "all"):
        t = tally([case for case in found if name in (case.style, "all")])
        counts = (
            f"{t.right:6}{t.right_failed:8}{t.right_review:8}{t.wrong:8}{t.wrong_passed:8}{t.wrong_review:8}"
        )
        say(f"{name:22}{counts}{t.seconds:8.3f}")
