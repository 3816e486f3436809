"""Reads the pictures of a set against their own boards and against wrong ones, and counts the verdicts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from benchmarks.pictures.folder import keep, piles
from benchmarks.pictures.positions import impostors
from benchmarks.pictures.styles import Style
from gograde.pictures.picture import Picture
from gograde.pictures.read import PictureVerdict, Question, Reader, Reading

Board = tuple[str, ...]
RUN = 7
"""Pictures that are read together, like those of one run."""

OTHERS = 3
"""Right pictures that a wrong board is read beside."""


@dataclass(frozen=True)
class Case:
    """The readings of one picture against its own board (`wrong` is empty) or against a named wrong one.

    `in_run` is the reading beside the right pictures of the same run.
    """

    style: str
    number: int
    wrong: str
    reading: Reading
    in_run: Reading
    seconds: float
    image: Image.Image

    @property
    def good(self) -> bool:
        """Whether the picture was accepted if it is right, and not accepted if it is wrong."""
        return (self.reading.verdict is PictureVerdict.ACCEPTED) == (not self.wrong)


def picture_of(image: Image.Image) -> Picture:
    """The pixels of an image."""
    return Picture(image.width, image.height, image.convert("RGB").tobytes())


def cases(styles: Sequence[Style], seed: int, count: int, kept: Path | None = None) -> Iterator[Case]:
    """Every picture of every style against its own board and wrong ones; `kept` is a folder for pictures."""
    for style in styles:
        boards = style.boards(seed, count)
        images = style.pictures(boards, seed)
        if images is None:
            print(f"{style.name}: left out, {style.needs} is not on this machine")
            continue
        if kept:
            keep(kept, style.name, boards, images)
        yield from _cases_of(style.name, boards, images, style.free)


def cases_in(folder: Path) -> Iterator[Case]:
    """The cases of the pictures in a folder."""
    for pile in piles(folder):
        yield from _cases_of(pile.name, pile.boards, pile.images)


def _cases_of(
    name: str, boards: Sequence[Board], images: Sequence[Image.Image | None], free: bool = False
) -> Iterator[Case]:
    """The cases of one style, read alone and with a run; an image that is None is skipped."""
    jobs = [(n, board, image) for n, (board, image) in enumerate(zip(boards, images, strict=True)) if image]
    for start in range(0, len(jobs), RUN):
        run, reader = jobs[start : start + RUN], Reader()
        right = [Question(picture_of(image), board) for _, board, image in run]
        together = reader.read(right)
        for place, (number, board, image) in enumerate(run):
            wrong = impostors(board, number)
            if free:
                wrong.pop("swapped", None)
            others = [*right[:place], *right[place + 1 :]][:OTHERS]
            alone = Reader()
            for called, asked in {"": board, **wrong}.items():
                question = Question(right[place].picture, asked)
                started = time.process_time()
                (reading,) = alone.read([question])
                seconds = time.process_time() - started
                in_run = together[place] if not called else reader.read([question, *others])[0]
                yield Case(name, number, called, reading, in_run, seconds, image)


@dataclass(frozen=True)
class Tally:
    """Counts of one style or of all; those with `_in_run` belong to readings beside a run."""

    right: int
    right_failed: int
    right_review: int
    wrong: int
    wrong_passed: int
    wrong_review: int
    failed_in_run: int
    review_in_run: int
    passed_in_run: int
    wrong_review_in_run: int
    seconds: float


def tally(found: Sequence[Case]) -> Tally:
    """The counts of some cases; `seconds` is the mean CPU time of the right pictures."""
    right = [case for case in found if not case.wrong]
    wrong = [case for case in found if case.wrong]

    def count(some: Sequence[Case], outcome: PictureVerdict, in_run: bool = False) -> int:
        return sum((case.in_run if in_run else case.reading).verdict is outcome for case in some)

    return Tally(
        len(right),
        count(right, PictureVerdict.REJECTED),
        count(right, PictureVerdict.DOUBTFUL),
        len(wrong),
        count(wrong, PictureVerdict.ACCEPTED),
        count(wrong, PictureVerdict.DOUBTFUL),
        count(right, PictureVerdict.REJECTED, in_run=True),
        count(right, PictureVerdict.DOUBTFUL, in_run=True),
        count(wrong, PictureVerdict.ACCEPTED, in_run=True),
        count(wrong, PictureVerdict.DOUBTFUL, in_run=True),
        sum(case.seconds for case in right) / max(1, len(right)),
    )


HEAD = ("style", "right", "failed", "review", "wrong", "passed", "review", "failed", "review", "passed")


def table(found: Sequence[Case], say: Callable[[str], None] = print) -> None:
    """Print a Markdown table of each style and of all; the last four counts are readings beside a run."""
    say(f"| {' | '.join(HEAD)} | review | CPU s |")
    say("|---" * (len(HEAD) + 2) + "|")
    names = list(dict.fromkeys(case.style for case in found))
    for name in (*names, "all"):
        t = tally([case for case in found if name in (case.style, "all")])
        alone = (t.right, t.right_failed, t.right_review, t.wrong, t.wrong_passed, t.wrong_review)
        run = (t.failed_in_run, t.review_in_run, t.passed_in_run, t.wrong_review_in_run)
        say(f"| {name} | {' | '.join(map(str, (*alone, *run)))} | {t.seconds:.2f} |")


AT = (0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0)
"""Thresholds of the ratio for which errors are counted."""


def thresholds(found: Sequence[Case], say: Callable[[str], None] = print) -> None:
    """Print what each threshold of the ratio would do; the reader's own are set on the set `thrown`."""
    right = [case.reading.scores["ratio"] for case in found if not case.wrong and case.reading.scores]
    wrong = [case.reading.scores["ratio"] for case in found if case.wrong and case.reading.scores]
    say("\n| threshold t | right < t | right <= -t | wrong >= t | wrong > -t |")
    say("|---" * 5 + "|")
    for at in AT:
        counts = (
            sum(ratio < at for ratio in right),
            sum(ratio <= -at for ratio in right),
            sum(ratio >= at for ratio in wrong),
            sum(ratio > -at for ratio in wrong),
        )
        say(f"| {at:g} | {' | '.join(map(str, counts))} |")
