"""Pictures with their boards, read alone and in runs: how often right ones fail and wrong boards pass.

`python -m benchmarks pictures FOLDER` reads a folder with a subfolder for each program: `NAME.png`, the rows
of `.`, `X` and `O` that it shows in `NAME.txt`, and its scene in `NAME.json` where one was recorded.  Each
picture is also read against eight wrong boards.  In a run one `Reader` reads all pictures of a program, or
one against a wrong board beside three right ones.  Exit code 1 when a right one failed or a wrong one passed.
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from PIL import Image

from gograde.assignments.board9.pictures import PUBLISHED
from gograde.grading.contracts.files import SHOWN_SIDE
from gograde.pictures.picture import Picture
from gograde.pictures.read import question as model
from gograde.pictures.read.question import PictureVerdict, Question, check
from gograde.pictures.read.reader import Reader

Board = tuple[str, ...]
OTHERS = 3  # right pictures that a wrong board is read beside
SHIFTS = ((0, 1), (1, 0), (0, -1), (-1, 0), (1, 1))


def put(board: Board, row: int, col: int, sign: str) -> Board:
    """The board with one point changed."""
    line = board[row]
    return (*board[:row], line[:col] + sign + line[col + 1 :], *board[row + 1 :])


def impostors(board: Board, seed: int) -> tuple[Board, ...]:
    """Up to eight wrong boards: a stone removed, added or recoloured, and the board moved as a whole."""
    rng = Random(seed)
    points = [(r, c, sign) for r, line in enumerate(board) for c, sign in enumerate(line)]
    stones = [point for point in points if point[2] != "."]
    empty = [point for point in points if point[2] == "."]
    shifted = model.shifted(board, *rng.choice(SHIFTS))
    made = [model.mirrored(board), board[::-1], model.swapped(board), shifted]
    if len(board) == len(board[0]):
        made.append(model.transposed(board))
    if stones:
        row, col, _ = rng.choice(stones)
        made.append(put(board, row, col, "."))
        row, col, sign = rng.choice(stones)
        made.append(put(board, row, col, "O" if sign == "X" else "X"))
    if empty:
        row, col, _ = rng.choice(empty)
        made.append(put(board, row, col, rng.choice("XO")))
    return tuple(dict.fromkeys(wrong for wrong in made if wrong != board))


def questions(program: Path) -> Iterator[Question]:
    """The pictures of a folder with their boards; raises ValueError for a board that is missing or none."""
    for file in sorted(program.glob("*.png")):
        truth = file.with_suffix(".txt")
        try:
            board = tuple(truth.read_text(encoding="utf-8").split())
            check(board)
        except (OSError, ValueError, IndexError) as wrong:
            raise ValueError(f"{truth}: no board\nFix: write its rows there, of . X O") from wrong
        scene = file.with_suffix(".json")
        with Image.open(file) as image:
            small = image.convert("RGB").reduce(-(-max(image.size) // SHOWN_SIDE))
        shapes = scene.read_bytes() if scene.is_file() else b""
        yield Question(Picture(small.width, small.height, small.tobytes(), shapes), board)


@dataclass
class Counts:
    """The verdicts on one kind of question, how many pictures were read for them, and CPU seconds."""

    verdicts: Counter[PictureVerdict] = field(default_factory=Counter)
    pictures: int = 0
    seconds: float = 0.0

    def read(self, asked: Sequence[Question], counted: int = 1) -> None:
        """Read questions of one program and count the first readings; nothing is known of it before."""
        started = time.process_time()
        readings = Reader(PUBLISHED).read(asked)[:counted]
        self.seconds += time.process_time() - started
        self.pictures += len(asked)
        self.verdicts.update(reading.verdict for reading in readings)

    def __str__(self) -> str:
        numbers = " ".join(f"{self.verdicts[verdict]:9}" for verdict in PictureVerdict)
        return f"{numbers} {1000 * self.seconds / max(1, self.pictures):8.1f}"


KINDS = ("right, alone", "right, in a run", "wrong, alone", "wrong, in a run")


def measured(programs: Iterable[Path]) -> dict[str, Counts]:
    """The counts of each kind of question about the pictures of some programs."""
    counts = {kind: Counts() for kind in KINDS}
    right_alone, right_in_run, wrong_alone, wrong_in_run = counts.values()
    for program in (list(questions(folder)) for folder in programs):
        right_in_run.read(program, len(program))
        for number, right in enumerate(program):
            others = [*program[number + 1 :], *program[:number]][:OTHERS]
            right_alone.read([right])
            for board in impostors(right.reference, number):
                wrong = Question(right.picture, board)
                wrong_alone.read([wrong])
                wrong_in_run.read([wrong, *others])
    return counts


def main(words: Sequence[str] = ()) -> None:
    """Print the table of a folder."""
    if len(words) != 1 or not Path(words[0]).is_dir():
        sys.exit("usage: python -m benchmarks pictures FOLDER\nFix: name a folder of PROGRAM/NAME.png")
    try:
        counts = measured(sorted(path for path in Path(words[0]).iterdir() if path.is_dir()))
    except ValueError as wrong:
        sys.exit(str(wrong))
    print(f"pictures: {words[0]}\n{'':16} {' '.join(f'{one.value:>9}' for one in PictureVerdict)}   CPU ms")
    for kind, found in counts.items():
        print(f"{kind:16} {found}")
    failed = sum(counts[kind].verdicts[PictureVerdict.REJECTED] for kind in KINDS[:2])
    sys.exit(int(failed + sum(counts[kind].verdicts[PictureVerdict.ACCEPTED] for kind in KINDS[2:]) > 0))
