"""`ComputerChoice`: the choice of a move.

The worth of a position is SFB with status found (`gograde.engine.choice.choose`).  The value of a move is the
worth after it and after the best reply, against the worth of a pass and the best move of the opponent then.
Games played out by chance decide between the moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from gograde.engine.choice.playout_kernels import GAMES, MARGINS, play_out_all
from gograde.engine.choice.reading_kernels import (
    ATTACK,
    CRITICAL,
    DEAD,
    DEFENCE,
    STATUS,
    new_work,
    play_all,
    read_all,
    set_board,
)
from gograde.engine.choice.worth_kernels import glance, glances
from gograde.go.board import Board, Point
from gograde.go.kernels import KO, REGISTERS, Cells, area_score, index_of, indices, padded, point_at
from gograde.go.player import Cancelling, check
from gograde.go.position import Position
from gograde.go.rules import is_eye

# -- what a position is worth when what cannot be saved is counted as lost ---------------------------------

Mask = NDArray[np.bool_]
Worths = NDArray[np.float64]

SIGNS = np.array([0, 1, -1, 0])
"""What a stone counts by its colour."""


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """A position with the side `to_play`; all arrays are padded.

    `status` is that of each stone by reading, `attack` and `defence` are the moves that decide a critical
    chain.  `lost` are the stones counted as lost, by reading or with a dragon that cannot live.  `worth` is
    SFB without them, black positive, with every lost stone counted against its side.
    """

    cells: Cells
    to_play: int
    status: Cells
    attack: Cells
    defence: Cells
    lost: Mask
    worth: float

    @property
    def dead(self) -> Mask:
        """The stones that are taken whoever plays first."""
        return np.equal(self.status, DEAD)


class Judge:
    """Judges positions of one size; holds the memory that the kernels need."""

    def __init__(self, side: int) -> None:
        self.side = side
        self.stride = side + 2
        self.size = self.stride * self.stride
        self._work = new_work(side)
        self._shares = np.zeros(self.size)

    def judged(self, cells: Cells, to_play: int, ko: int = 0) -> JudgedPosition:
        """Read every chain, and weigh what is left.

        Of the critical chains of the side that has just played, the largest is lost, since its opponent is to
        play; of those of the side to play, the largest is saved.  The others count nothing.
        """
        work, size = self._work, self.size
        set_board(work, cells, to_play, ko)
        read_all(work)
        status, attack, defence = (work[row, :size].copy() for row in (STATUS, ATTACK, DEFENCE))
        critical = status == CRITICAL
        hanging, even_out = _most(critical & (cells != to_play), attack)
        _, spared = _most(critical & (cells == to_play), defence)
        lost = (status == DEAD) | hanging
        worth = glance(cells, self.stride, to_play, lost, self._shares)
        even = SIGNS[cells[(even_out | spared) & ~lost]].sum()
        return JudgedPosition(cells, to_play, status, attack, defence, lost, worth - float(even))

    def after(self, cells: Cells, points: Cells, colour: int) -> tuple[Cells, Cells]:
        """For each point the board after a move there, and the stones it takes, -1 where it is illegal."""
        set_board(self._work, cells, colour, 0)
        boards, facts = np.empty((points.size, self.size), np.int64), np.empty((points.size, 2), np.int64)
        play_all(self._work, points, colour, boards, facts)
        return boards, facts[:, 0]

    def ko_after(self) -> int:
        """The point that the last move of the last call of `after` forbids, 0 for none."""
        return int(self._work[REGISTERS, KO])

    def glances(self, boards: Cells, to_play: int, dead: Mask) -> Worths:
        """The worth of boards without reading; stones in `dead` are lost, and so are dragons without life."""
        found = np.empty(len(boards))
        glances(boards, self.stride, to_play, dead, found)
        return found


def _most(stones: Mask, moves: Cells) -> tuple[Mask, Mask]:
    """Critical stones that one move decides, the most of them, and the other critical stones."""
    if not stones.any():
        return stones, stones
    most = stones & (moves == np.bincount(moves[stones]).argmax())
    return most, stones & ~most


_GAMES = 2000
"""Games of a round: a choice on 19x19 then takes below a second, and 2000 margins differ from chance by 1."""

_BATCH = 64
"""Games between two looks whether the choice is cancelled: some 5 ms on 19x19."""

_KEPT = 2
"""Moves that are left for the last round."""

_SEEDS = 1 << 31


class PlayingOut:
    """Plays out games after moves of the side that holds `stone`."""

    def __init__(self, stride: int, stone: int, seed: int, cancelled: Cancelling) -> None:
        self._stride = stride
        self._stone = stone
        self._sign = int(SIGNS[stone])
        self._seed = seed
        self._cancelled = cancelled
        self._sums = np.zeros((2, stride * stride))

    def margins(self, cells: Cells) -> Worths:
        """For each point the mean margin of the games in which the side was first to play there."""
        self._played(cells, self._stone, _GAMES)
        means: Worths = self._sums[MARGINS] / np.maximum(self._sums[GAMES], 1.0)
        return self._sign * means

    def best(self, boards: Mapping[int, Cells], values: Mapping[int, float]) -> int:
        """The move with the best sum of its value and the mean margin of games played out after it.

        Each round plays as many games in all, and leaves the better half of the moves for the next.
        """
        left, margins, played = list(boards), dict.fromkeys(boards, 0.0), 0
        while True:
            each = _GAMES // len(left)
            played += each
            for move in left:
                margins[move] += self._played(boards[move], 3 - self._stone, each)
            left.sort(key=lambda move: -values[move] - margins[move] / played)
            if len(left) <= _KEPT:
                return left[0]
            left = left[: (len(left) + 1) // 2]

    def _played(self, cells: Cells, to_play: int, games: int) -> float:
        """The sum of the margins of games played out."""
        total = 0.0
        for start in range(0, games, _BATCH):
            check(self._cancelled)
            self._seed = (self._seed * 69069 + 1) % _SEEDS
            count = min(_BATCH, games - start)
            total += play_out_all(cells, self._stride, to_play, (self._seed, count, self._stone), self._sums)
        return self._sign * total


_LIKELY = 12
"""Moves with the largest worth at a glance that are looked at with reading."""

_LINES = 2
"""Lines from the edge where the opening has only urgent moves and joseki: points there come late."""

_SMALL = 7
"""Lines of the largest board whose second line is no edge."""

_URGENT = 8
"""Moves that decide critical chains that are looked at with reading."""

_FEARED = 6
"""The opponent's best points at a glance that are looked at with reading."""

_NEAR = 2
"""Rows and columns from a move within which replies are looked at anew."""

_URGENT_GAIN = 8.0
"""Points that a move must be worth more than a joseki's to come before it: some four stones."""

_GAIN = 0.5
"""Points that a move must gain over a pass; with less the game is finished by fields."""

_LIKED = 8
"""Points that games played out like best, which are looked at."""

_SHARE = 0.3
"""What a point of value counts beside a point of the margins of games played out."""

_SEED_BITS = 31

_DIGITS = 6


class Choice:
    """The choice of a move in one position."""

    def __init__(
        self, position: Position, opening: bool, former: frozenset[bytes], cancelled: Cancelling
    ) -> None:
        self._board = position.board
        self._stone = int(position.to_play)
        self._sign = int(SIGNS[self._stone])
        self._opening = opening and position.board.rows > _SMALL
        self._former = former
        self._cancelled = cancelled
        self._judge = Judge(position.board.rows)
        cells, ko = padded(position.board), position.ko_point
        self._now = self._judge.judged(cells, self._stone, index_of(ko, self._judge.side) if ko else 0)
        self._passed = self._judge.judged(cells, 3 - self._stone)
        legal = [p for p in position.legal_points() if not is_eye(position.board, position.to_play, p)]
        self._points = indices(legal, self._judge.side)

    def point(self, dice: Random, known: Point | None = None) -> Point | None:
        """The best move by its value and by games played out; near the end, what settles fields; else a pass.

        A known move, one from the joseki, is played unless another is urgent: worth so much more.
        """
        first = index_of(known, self._judge.side) if known else 0
        stride, seed = self._judge.stride, dice.getrandbits(_SEED_BITS)
        games = PlayingOut(stride, self._stone, seed, self._cancelled)
        liked = self._best(games.margins(self._now.cells)[self._points])[:_LIKED]
        values = self.values([first, *liked] if first else liked)
        most = max(values.values(), default=0.0)
        if first in values and values[first] >= most - _URGENT_GAIN:
            return known
        if most >= _GAIN:
            boards, _ = self._judge.after(self._now.cells, np.array(list(values)), self._stone)
            shares = {index: _SHARE * value for index, value in values.items()}
            best = games.best(dict(zip(values, boards, strict=True)), shares)
            return point_at(best, self._judge.side)
        return finishing_point(self._judge, self._passed, self._points, self._stone, self._former)

    def values(self, besides: Iterable[int] = ()) -> dict[int, float]:
        """The value of every move that is looked at, with those of others."""
        threats = self._threats()
        idle = max(0.0, threats.max(initial=0.0))
        found = {}
        for index in dict.fromkeys([*besides, *self._candidates(threats)]):
            check(self._cancelled)
            boards, taken = self._judge.after(self._now.cells, np.array([index]), self._stone)
            if taken[0] < 0 or (taken[0] and boards[0].tobytes() in self._former):
                continue
            after = self._judge.judged(boards[0], 3 - self._stone, self._judge.ko_after())
            gain = self._sign * (after.worth - self._passed.worth)
            found[index] = round(float(gain - self._best_reply(after, index, threats) + idle), _DIGITS)
        return found

    def _candidates(self, threats: Worths) -> list[int]:
        """The moves to be read.

        They are the moves that decide critical chains, the points of the opponent's largest threats, and what
        is worth most at a glance.
        """
        check(self._cancelled)
        boards, _ = self._judge.after(self._now.cells, self._points, self._stone)
        worths = self._sign * self._judge.glances(boards, 3 - self._stone, self._now.dead)
        likely = self._best(worths)[:_LIKELY]
        open_ = set(self._points.tolist())
        urgent = [index for index in _deciding(self._now) if index in open_]
        feared = self._best(threats[self._points])[:_FEARED]
        return list(dict.fromkeys(urgent[:_URGENT] + feared + likely))

    def _best(self, worths: Worths) -> list[int]:
        """The points in order of what they are worth; in the opening without the first lines."""
        order = self._points[np.argsort(-worths, kind="stable")].tolist()
        return [index for index in order if not self._opening or self._is_inside(index)]

    def _is_inside(self, index: int) -> bool:
        """Is the point above the second line?"""
        point = point_at(index, self._judge.side)
        return all(_LINES <= place < self._judge.side - _LINES for place in point)

    def _threats(self) -> Worths:
        """What each point of the board would gain for the opponent after a pass, at a glance."""
        check(self._cancelled)
        return self._gains(self._now, np.arange(self._judge.size))

    def _best_reply(self, after: JudgedPosition, index: int, threats: Worths) -> float:
        """The most that a reply gains: near the move looked at anew, far from it as it was before."""
        near = _box(index, self._judge.side)
        far = threats.copy()
        far[near] = 0.0
        return float(max(0.0, far.max(), self._gains(after, near)[near].max(initial=0.0)))

    def _gains(self, judged: JudgedPosition, points: Cells) -> Worths:
        """What points gain for the opponent over its pass; 0 where it cannot play."""
        judge, other = self._judge, 3 - self._stone
        points = points[judged.cells[points] == 0]
        boards, taken = judge.after(judged.cells, points, other)
        still = judge.glances(judged.cells[np.newaxis], self._stone, judged.dead)[0]
        gains = np.zeros(judge.size)
        worths = judge.glances(boards, self._stone, judged.dead)
        gains[points] = np.where(taken >= 0, self._sign * (still - worths), 0.0)
        return gains


def _box(index: int, side: int) -> Cells:
    """The points near a point."""
    row, column = point_at(index, side)
    rows = range(max(row - _NEAR, 0), min(row + _NEAR + 1, side))
    columns = range(max(column - _NEAR, 0), min(column + _NEAR + 1, side))
    return indices(((r, c) for r in rows for c in columns), side)


def _deciding(now: JudgedPosition) -> Iterator[int]:
    """Where critical chains are taken and saved, the most stones first."""
    critical = now.status == CRITICAL
    others, own = critical & (now.cells != now.to_play), critical & (now.cells == now.to_play)
    stones = np.bincount(now.attack[others], minlength=now.cells.size)
    stones += np.bincount(now.defence[own], minlength=now.cells.size)
    yield from np.argsort(-stones, kind="stable")[: np.count_nonzero(stones)].tolist()


def former_boards(boards: Iterator[Board]) -> frozenset[bytes]:
    """Boards as `Choice` compares them: no move makes one of them again, so games end."""
    return frozenset(padded(board).tobytes() for board in boards)


def finishing_point(
    judge: Judge, passed: JudgedPosition, points: Cells, stone: int, former: frozenset[bytes]
) -> Point | None:
    """The safe move that adds most area; else one that fills a liberty of lost stones; else a pass.

    A move is safe when no stone of its side is lost by it.  Boards in `former` are not made again.
    """
    before = fields(judge, passed)
    points = points[np.array([_beside_other(judge, passed, index, stone) for index in points.tolist()], bool)]
    boards, taken = judge.after(passed.cells, points, stone)
    gains, clearing = [], []
    for index, board, captured in zip(points.tolist(), boards, taken.tolist(), strict=True):
        if captured < 0 or (captured and board.tobytes() in former):
            continue
        judged = judge.judged(board, 3 - stone)
        if np.any((board == stone) & judged.lost & ~passed.lost):
            continue
        gain = int(SIGNS[stone]) * (fields(judge, judged) - before)
        if gain > 0:
            gains.append((-gain, index))
        elif gain == 0 and _beside_lost(judge, passed, index, stone):
            clearing.append(index)
    best = min(gains)[1] if gains else min(clearing, default=None)
    return None if best is None else point_at(best, judge.side)


def fields(judge: Judge, judged: JudgedPosition) -> int:
    """Black's area minus white's, lost stones taken off."""
    lifted = np.where(judged.lost, 0, judged.cells).reshape(judge.stride, judge.stride)
    black, white = area_score(np.ascontiguousarray(lifted[1:-1, 1:-1], np.int8))
    return int(black - white)


def _beside_other(judge: Judge, passed: JudgedPosition, index: int, stone: int) -> bool:
    """Is a stone of the opponent beside the point, or on its diagonals?"""
    return bool(np.any(passed.cells[index + _around(judge.stride)] == 3 - stone))


def _around(stride: int) -> Cells:
    return np.array((-stride - 1, -stride, -stride + 1, -1, 1, stride - 1, stride, stride + 1))


def _beside_lost(judge: Judge, passed: JudgedPosition, index: int, stone: int) -> bool:
    """Is the point beside a lost stone of the opponent?"""
    around = np.array((index - judge.stride, index - 1, index + 1, index + judge.stride))
    return bool(np.any((passed.cells[around] == 3 - stone) & passed.lost[around]))
