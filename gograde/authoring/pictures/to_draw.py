"""What a problem asks to be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from gograde.pictures.read.question import Board, Rival, check

BEFORE = "the board before the moves"
"""The name of the rival that shows what a problem starts from."""


@dataclass(frozen=True)
class ToDraw:
    """The boards that pictures of a problem may show, as rows of `.XO`, of any size.

    Each of `wanted` is right.  `before` is the board that the problem starts from: a picture of it is no
    answer, and no fault beside one.  Each of `moves` is a way to draw one picture per move, with a board for
    each.  `rivals` are wrong boards that may well be drawn; turned and mirrored ones are always tried.
    `problem` is the name in titles and file names.
    """

    wanted: tuple[Board, ...]
    before: Board | None = None
    moves: tuple[tuple[Board, ...], ...] = ()
    rivals: tuple[Rival, ...] = ()
    problem: str = ""

    @property
    def size(self) -> tuple[int, int]:
        """Rows and columns of the boards."""
        return len(self.wanted[0]), len(self.wanted[0][0])

    @property
    def known_wrong(self) -> tuple[Rival, ...]:
        """The board before, and the other rivals: each board once, and none that is right."""
        before = (Rival(BEFORE, self.before),) if self.before else ()
        found: dict[Board, Rival] = {}
        for rival in (*before, *self.rivals):
            if rival.board not in self.wanted:
                found.setdefault(rival.board, rival)
        return tuple(found.values())

    def is_stage(self, shown: Board) -> bool:
        """Whether every point of a board is as in `before` or as in a board of `wanted`."""
        boards = (self.before, *self.wanted) if self.before else self.wanted
        if (len(shown), len(shown[0])) != self.size:
            return False
        return all(
            sign in signs
            for line, rows in zip(shown, zip(*boards, strict=True), strict=True)
            for sign, signs in zip(line, zip(*rows, strict=True), strict=True)
        )

    def fault(self) -> str:
        """What is wrong with the boards, a fault of who wrote the assignment; "" for nothing."""
        before = [self.before] if self.before else []
        sizes = set()
        for board in (*self.wanted, *before, *chain(*self.moves), *(rival.board for rival in self.rivals)):
            try:
                check(board)
            except (ValueError, IndexError):
                return f"no board of rows of the signs . X O: {str(board)[:80]}"
            sizes.add(f"{len(board)}x{len(board[0])}")
        if not self.wanted:
            return "no board is right"
        return "" if len(sizes) == 1 else f"boards of different sizes: {', '.join(sorted(sizes))}"
