"""Reads the pictures of a set against their own boards and against wrong ones, and counts the verdicts."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from benchmarks.pictures.folder import keep, piles
from benchmarks.pictures.positions import impostors
from benchmarks.pictures.styles import Style
from gograde.pictures.picture import Picture
from gograde.pictures.read import PictureVerdict, Question, Reading
from gograde.pictures.read.survey import Survey, survey
from gograde.pictures.read.verdict.all_lattices import read
from gograde.pictures.read.verdict.trial import Trial, known_of

Board = tuple[str, ...]
RUN = 7
"""Pictures that are read together, like those of one run."""


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


@dataclass(frozen=True)
class _Asked:
    """A surveyed picture, and its reading, trial and CPU seconds for each board."""

    number: int
    image: Image.Image
    picture: Picture
    found: Survey
    boards: Mapping[str, Board]
    read: Mapping[str, tuple[Reading, Trial | None, float]]


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
        run = [_asked(*job, free) for job in jobs[start : start + RUN]]
        for place, asked in enumerate(run):
            yield from _cases(name, asked, [*run[:place], *run[place + 1 :]])


def _asked(number: int, board: Board, image: Image.Image, free: bool) -> _Asked:
    picture = picture_of(image)
    started = time.process_time()
    found = survey(picture, len(board), len(board[0]))
    common = time.process_time() - started
    wrong = impostors(board, number)
    if free:
        wrong.pop("swapped", None)
    boards, readings = {"": board, **wrong}, {}
    for name, reference in boards.items():
        started = time.process_time()
        reading, trial = read(found, Question(picture, reference))
        readings[name] = (reading, trial, common + time.process_time() - started)
    return _Asked(number, image, picture, found, boards, readings)


def _cases(style: str, asked: _Asked, others: Sequence[_Asked]) -> Iterator[Case]:
    """A case for every board; doubtful pictures are read again beside the others of the run."""
    sure = [other.read[""] for other in others]
    known = known_of([t for reading, t, _ in sure if t and reading.verdict is PictureVerdict.ACCEPTED])
    for name, (reading, _, seconds) in asked.read.items():
        question, again = Question(asked.picture, asked.boards[name]), reading
        if known and reading.verdict is PictureVerdict.DOUBTFUL:
            again = read(asked.found, question, known)[0]
        yield Case(style, asked.number, name, reading, again, seconds, asked.image)


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
