"""`python -m tests.pictures.read.campaign --seed N --count M`: boards in random looks, right and wrong.

Prints the seed and every picture that is decided wrongly.  Exit code 1 when one is.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from random import Random

from gograde.pictures.read.question import PictureVerdict, Question
from gograde.pictures.read.reader import Reader
from tests.pictures.read.boards import drawn, random_board, random_look, wrong_boards


def mistakes(seed: int, count: int) -> Iterator[str]:
    """A line for each right picture that is not accepted, and each wrong one that is not rejected."""
    rng = Random(seed)
    for number in range(count):
        look, boards = random_look(rng), [random_board(rng.randrange(10**6)) for _ in range(3)]
        right = [Question(drawn(board, look), board) for board in boards]
        for board, reading in zip(boards, Reader().read(right), strict=True):
            if reading.verdict is not PictureVerdict.ACCEPTED:
                yield f"{number}: {reading.verdict.value}, {reading.reason}: {board} {look}"
        for wrong in wrong_boards(boards[0], rng):
            reading = Reader().read([Question(drawn(wrong, look), boards[0]), *right[1:]])[0]
            if (reading.verdict, reading.board) != (PictureVerdict.REJECTED, wrong):
                yield f"{number}: {reading.verdict.value}, {reading.reason}: {wrong} for {boards[0]} {look}"


def main(argv: Sequence[str]) -> int:
    """Read so many looks of a seed; 0 when all come out as they must."""
    parser = argparse.ArgumentParser(prog="campaign", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=100, help="looks, each with three boards and wrong ones")
    given = parser.parse_args(argv)
    print(f"seed {given.seed}: {given.count} looks")
    found = list(mistakes(given.seed, given.count))
    print(*found, f"{len(found)} boards differ", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
