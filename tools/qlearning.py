"""Tabular Q-learning of the 5x5 game, from a seed (Watkins 1989).

    python -m tools.qlearning TABLE.npz

makes the table that ships with gograde, and `--curve FILE` a picture of the learning (`docs/qlearning.png`).

The learner plays both colours in turn against three opponents: random moves, alpha-beta, and itself.  The
worth of a move is the worth of the best next move, or 1 (won) or 0 (lost) at the end of the game.  A hash
table with open addressing holds the worths.  Every process compiles the functions anew.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numba import njit
from numpy.typing import NDArray

from gograde.arena.players.search_kernels import (
    PASS,
    Bits,
    Situation,
    after,
    alpha_beta,
    below,
    is_over,
    lead,
    listed,
    scrambled,
)
from gograde.arena.players.thinking import IMAGES, MARGIN, STEPS, UNSEEN
from gograde.go.kernels import FULL, POINTS, chain_of, count_ones, taken_by

KEPT_ENTRIES = 60_000
"""Entries of a written table: the moves that were chosen most often."""

RATE = 0.02
"""The smallest learning rate: the weight of a new result in the worth of a move."""

EXPLORED_OF_1000 = 50
"""Random moves per 1000 moves, so that the learner meets new positions."""

_PLIES = 24
"""Plies of a game."""

_FREE = -1
"""The key of an unused entry."""

_WHERE = np.array(IMAGES, np.int64)

RANDOM, SHALLOW, ITSELF = range(3)
Luck = np.uint64
Table = tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.int32]]
"""Keys, worths from 0 to STEPS, and how often each was chosen."""

_Function = TypeVar("_Function", bound=Callable[..., Any])


def fresh(function: _Function) -> _Function:
    """Compile on the first call, in every process."""
    return cast(_Function, njit(error_model="numpy")(function))


@fresh
def key_of(own: Bits, other: Bits, black: bool, passed: bool) -> int:
    """The same key as `qtable.key_of`, from bits."""
    least = np.int64(1) << 60
    for image in range(8):
        code = np.int64(0)
        for place in range(POINTS):
            bit = _WHERE[image, place]
            code = code * 3 + ((own >> bit) & 1) + 2 * ((other >> bit) & 1)
        least = min(least, code)
    return int(least * 4 + 2 * black + passed)


@fresh
def slot(keys: NDArray[np.int64], key: int) -> int:
    """The place of a key, or the free place for it."""
    place = np.int64(scrambled(np.uint64(key)) & np.uint64(keys.size - 1))
    while keys[place] not in (_FREE, key):
        place = (place + 1) & (keys.size - 1)
    return int(place)


@fresh
def gain(bit: Bits, own: Bits, other: Bits) -> int:
    """The gain of a move for the greedy player: stones captured, then liberties of the chain."""
    captured = taken_by(bit, other, FULL & ~(own | other | bit))
    _, around = chain_of(bit, own | bit)
    return 32 * count_ones(captured) + count_ones(around & FULL & ~(own | bit | (other & ~captured)))


@fresh
def by_table(table: Table, situation: Situation, expected: float, state: Luck) -> tuple[int, float, Luck]:
    """The best move by the table, its worth, and the next state of the random generator.

    A move outside the table is worth `MARGIN` less than `expected`.  Among moves of equal worth, one with the
    greatest gain is drawn.
    """
    keys, values, _ = table
    own, other, ko = situation[0], situation[1], situation[2]
    moves, worths = np.empty(POINTS + 1, np.int64), np.empty(POINTS + 1, np.float64)
    found = listed(own, other, ko, moves)
    moves[found] = PASS
    for i in range(found + 1):
        then = after(situation, moves[i])
        if is_over(then):
            worths[i] = 1.0 if lead(then[0], then[1], then[4]) < 0 else 0.0
            continue
        place = slot(keys, key_of(then[1], then[0], situation[4], moves[i] == PASS))
        worths[i] = expected - MARGIN if keys[place] == _FREE else values[place] / STEPS
    best, choice, most, equal = worths[: found + 1].max(), PASS, -1, 0
    for i in range(found):
        if worths[i] < best:
            continue
        more = gain(1 << moves[i], own, other)
        equal = 1 if more > most else equal + 1 if more == most else equal
        state = scrambled(state)
        if more > most or (more == most and below(state, equal) == 0):
            choice = moves[i]
        most = max(most, more)
    return choice, best, state


@fresh
def at_random(situation: Situation, state: Luck) -> tuple[int, Luck]:
    moves = np.empty(POINTS + 1, np.int64)
    found = listed(situation[0], situation[1], situation[2], moves)
    state = scrambled(state)
    return (int(moves[below(state, found)]) if found else PASS), state


@fresh
def opposed(table: Table, situation: Situation, kind: int, state: Luck) -> tuple[int, Luck]:
    """The move of an opponent of a kind, and the next state of the random generator."""
    if kind == RANDOM:
        return at_random(situation, state)
    if kind == SHALLOW:
        state = scrambled(state)
        return alpha_beta(situation, 2, int(np.int64(state >> np.uint64(1)))), state
    move, _, state = by_table(table, situation, UNSEEN, state)
    return move, state


@fresh
def learn_game(table: Table, kind: int, learner_is_black: bool, state: Luck) -> Luck:
    """Play one game against a kind of opponent, and learn from it, starting with the last move."""
    _, values, visits = table
    situation, made, expected = (0, 0, 0, 1, True, _PLIES), 0, UNSEEN
    met = [situation] * (_PLIES + 1)
    chosen = np.empty(_PLIES, np.int64)
    while not is_over(situation):
        state = scrambled(state)
        explores = below(state, 1000) < EXPLORED_OF_1000
        if situation[4] != learner_is_black:
            kind_now = RANDOM if explores else kind
            move, state = opposed(table, situation, kind_now, state)
            situation = after(situation, move)
            continue
        met[made] = situation
        move, _, state = by_table(table, situation, expected, state)
        if explores:
            move, state = at_random(situation, state)
        situation = after(situation, move)
        chosen[made] = _noted(table, situation, move, expected)
        visits[chosen[made]] += 1
        expected = values[chosen[made]] / STEPS
        made += 1
    black_won = (lead(situation[0], situation[1], situation[4]) > 0) == situation[4]
    worth = 1.0 if black_won == learner_is_black else 0.0
    for turn in range(made - 1, -1, -1):
        place = chosen[turn]
        values[place] += max(RATE, 1 / visits[place]) * (STEPS * worth - values[place])
        before = values[chosen[turn - 1]] / STEPS if turn else UNSEEN
        _, worth, state = by_table(table, met[turn], before, state)
    return state


@fresh
def _noted(table: Table, situation: Situation, move: int, expected: float) -> int:
    """The place of the move that led to a situation; a missing entry is made with worth `expected`."""
    keys, values, _ = table
    key = key_of(situation[1], situation[0], not situation[4], move == PASS)
    place = slot(keys, key)
    if keys[place] == _FREE:
        keys[place], values[place] = key, STEPS * expected
    return place


@fresh
def learn(table: Table, games: int, seed: int) -> None:
    """Play `games` games; the kinds of opponents and the colours alternate."""
    state = scrambled(np.uint64(seed))
    for game in range(games):
        state = learn_game(table, game % 3, game % 2 == 0, state)


@fresh
def won(table: Table, kind: int, games: int, seed: int) -> int:
    """How many of `games` games the table wins against a kind of opponent; colours alternate."""
    keys, values, _ = table
    state, wins = scrambled(np.uint64(seed)), 0
    for game in range(games):
        situation, black, expected = (0, 0, 0, 1, True, _PLIES), game % 2 == 0, UNSEEN
        while not is_over(situation):
            if situation[4] == black:
                move, _, state = by_table(table, situation, expected, state)
            else:
                move, state = opposed(table, situation, kind, state)
            situation = after(situation, move)
            if situation[4] != black:
                place = slot(keys, key_of(situation[1], situation[0], black, move == PASS))
                expected = UNSEEN if keys[place] == _FREE else values[place] / STEPS
        wins += ((lead(situation[0], situation[1], situation[4]) > 0) == situation[4]) == black
    return int(wins)


@dataclass(frozen=True)
class Stage:
    """After some games: the shares won against random moves and against alpha-beta 2 plies deep, 0 to 1."""

    games: int
    of_random: float
    of_shallow: float


@dataclass
class Learner:
    """A table that learns; the same seed and stages make the same table on any machine."""

    seed: int
    table: Table

    @classmethod
    def new(cls, seed: int, games: int) -> Learner:
        """An empty table with room for all moves of `games` games, 12 moves per game."""
        size = 1 << (13 * games).bit_length()
        return cls(seed, (np.full(size, _FREE), np.zeros(size), np.zeros(size, np.int32)))

    def stages(self, games: int, steps: int, trial: int = 400) -> Iterator[Stage]:
        """Learn from `games` games in `steps` steps; yields the first stage, then one after each step.

        For each stage, the table plays `trial` games against random moves and as many against alpha-beta.
        The table needs room for all games.
        """
        for step in range(steps + 1):
            if step:
                share = games * step // steps - games * (step - 1) // steps
                learn(self.table, share, self.seed * 1000 + step)
            wins = [won(self.table, kind, trial, self.seed) / trial for kind in (RANDOM, SHALLOW)]
            yield Stage(games * step // steps, *wins)

    def save(self, path: Path, entries: int = KEPT_ENTRIES) -> int:
        """Write the most chosen entries for `qtable.read_table`; returns their number."""
        keys, values, visits = self.table
        used = np.flatnonzero(keys != _FREE)
        most = used[np.lexsort((keys[used], -visits[used]))[:entries]]
        kept = most[np.argsort(keys[most])]
        with path.open("wb") as file:
            np.savez_compressed(file, keys=keys[kept], steps=np.rint(values[kept]).astype(np.uint8))
        return len(kept)


def _draw(stages: Sequence[Stage], path: Path) -> None:
    from matplotlib.figure import Figure

    figure = Figure(figsize=(6, 3.5), layout="constrained")
    axes = figure.subplots()
    games = [stage.games for stage in stages]
    axes.plot(games, [100 * stage.of_random for stage in stages], "o-", label="random")
    axes.plot(games, [100 * stage.of_shallow for stage in stages], "s--", label="alphabeta-2")
    axes.set(xlabel="games learned from", ylabel="games won, %", ylim=(0, 100))
    axes.legend(title="against")
    axes.grid(alpha=0.3)
    figure.savefig(path)


def main() -> None:
    """Learn, tell of every stage, and write the table."""
    parser = argparse.ArgumentParser(description="Train the Q-learning player.")
    parser.add_argument("table", type=Path)
    parser.add_argument("--games", type=int, default=600_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=12, help="trials on the way")
    parser.add_argument("--curve", type=Path, help="a picture of the learning")
    asked = parser.parse_args()
    learner, stages = Learner.new(asked.seed, asked.games), []
    for stage in learner.stages(asked.games, min(asked.steps, asked.games)):
        stages.append(stage)
        wins = f"{stage.of_random:.1%} against random, {stage.of_shallow:.1%} against alphabeta-2"
        print(f"{stage.games} games: wins {wins}", flush=True)
    print(f"{asked.table}: {learner.save(asked.table)} entries")
    if asked.curve is not None:
        _draw(stages, asked.curve)


if __name__ == "__main__":
    main()
