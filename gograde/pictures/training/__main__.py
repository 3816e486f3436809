"""`python -m gograde.pictures.training --to FILE`: train the network that reads pictures, from a seed.

Other processes draw programs of random looks while this one learns; each chunk of programs takes the place
of the oldest one. The schedule counts steps, so that a seed gives the same weights on a machine again.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from gograde.pictures.read.network import SHAPES, Floats, features, kinds
from gograde.pictures.training.batches import Batch, batch, misread, of_boards, of_points
from gograde.pictures.training.samples import Program, chunk
from gograde.pictures.training.tape import Adam, Node, Tape

CHUNK = 96  # programs drawn at once
KEPT = 80  # chunks in memory, about 2 GB
FIRST = 6  # chunks drawn before the first step
TOGETHER = 12  # programs of a batch
STEPS_A_CHUNK = 128  # steps between two new chunks; a core draws about as fast as another learns
CHECKED = 4  # chunks that are never learned from, and tell how good the network is
RATE = 2e-3  # of the first step, which suits random weights; it falls to nothing as a cosine
LONGEST = 5.0  # length of a gradient; longer ones are shortened
POINTS = 10.0  # weight of the points against the boards
GUESSES = 3.0  # weight of the first guesses against the boards
SAID = 250  # steps between two lines of output


def main(argv: Sequence[str]) -> int:
    """Train and write the weights; 0 when done."""
    parser = argparse.ArgumentParser(prog="training", description=__doc__)
    parser.add_argument("--to", type=Path, required=True, help="file of the weights, .npz")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=15_000, help=f"a multiple of {SAID}")
    parser.add_argument("--from", type=Path, dest="start", help="weights to go on from")
    parser.add_argument("--rate", type=float, default=RATE, help="of the first step")
    parser.add_argument("--drawers", type=int, default=max(1, (os.cpu_count() or 2) - 1), help="processes")
    given = parser.parse_args(argv)
    weights = load(given.start) if given.start else first_weights(given.seed)
    schedule = Schedule(given.steps, given.seed, given.rate)
    with ProcessPoolExecutor(given.drawers) as pool:
        for _ in learn(weights, _chunks(pool, given.seed, given.drawers), schedule):
            save(weights, given.to)
    return 0


def first_weights(seed: int) -> dict[str, Node]:
    """Random weights (He), and biases of zero."""
    rng = np.random.default_rng(seed)
    weights: dict[str, Node] = {}
    for name, (inputs, outputs) in SHAPES.items():
        spread = np.sqrt(2 / inputs) * (0.1 if outputs <= 3 else 1)
        weights[name] = Node(np.asarray(rng.normal(size=(inputs, outputs)) * spread, np.float32), _nowhere)
        weights[f"{name}-bias"] = Node(np.zeros(outputs, np.float32), _nowhere)
    return weights


def _nowhere(_gradient: Floats) -> None:
    """Weights are inputs: their gradients go no further."""


def _chunks(pool: ProcessPoolExecutor, seed: int, ahead: int) -> Iterator[list[Program]]:
    """Chunks of programs without end, drawn by other processes before they are asked for."""
    coming: deque[Future[list[Program]]] = deque()
    number = seed * 10_000_000
    while True:
        while len(coming) <= 2 * ahead:
            coming.append(pool.submit(chunk, number, CHUNK))
            number += CHUNK
        yield coming.popleft().result()


@dataclass(frozen=True)
class Schedule:
    """How many steps are made, from which seed, at which first rate, and `every` how many it is told."""

    steps: int
    seed: int
    rate: float = RATE
    every: int = SAID

    def rate_at(self, step: int) -> float:
        return self.rate * (0.5 + 0.5 * math.cos(math.pi * step / self.steps)) + 1e-6


def learn(weights: dict[str, Node], chunks: Iterator[list[Program]], schedule: Schedule) -> Iterator[int]:
    """Change the weights in the steps of the schedule; prints how far it is, and yields it."""
    rng, adam = np.random.default_rng(schedule.seed), Adam(list(weights.values()))
    checks = [made for _ in range(CHECKED) for made in next(chunks)]
    kept: deque[list[Program]] = deque((next(chunks) for _ in range(FIRST)), maxlen=KEPT)
    told = _Told()
    for number in range(schedule.steps):
        if number % STEPS_A_CHUNK == STEPS_A_CHUNK - 1:
            kept.append(next(chunks))
        picked = [kept[int(rng.integers(len(kept)))] for _ in range(TOGETHER)]
        made = batch([one[int(rng.integers(len(one)))] for one in picked], rng)
        told.add(step(weights, made))
        adam.step(schedule.rate_at(number), LONGEST)
        if (number + 1) % schedule.every == 0:
            print(f"step {number + 1}: {told}; unseen {check(weights, checks)}", flush=True)
            yield number + 1


class _Told:
    """Means of what is measured, since they were last told."""

    def __init__(self) -> None:
        self._rows: list[tuple[float, float, float]] = []
        self._since = time.process_time()

    def add(self, row: tuple[float, float, float]) -> None:
        self._rows.append(row)

    def __str__(self) -> str:
        points, boards, wrong = np.mean(self._rows, axis=0)
        self._rows.clear()
        used, self._since = time.process_time() - self._since, time.process_time()
        return f"points {points:.4f}, boards {boards:.4f}, misread {wrong:.3f} ({used:.0f} s)"


def step(weights: dict[str, Node], made: Batch) -> tuple[float, float, float]:
    """Losses of points and boards and the share of boards misread; the weights get their gradients."""
    tape = Tape()
    seen = features(tape, weights, made.patches)
    guess, kind, valid = kinds(tape, weights, seen, made.points)
    _, guessed = of_points(guess.values, made)
    points, exact = of_points(kind.values, made)
    boards, lies = of_boards(valid.values, made)
    tape.run_back([(guess, GUESSES * guessed), (kind, POINTS * exact), (valid, lies)])
    return points, boards, misread(kind.values, made)


def check(weights: dict[str, Node], programs: Sequence[Program]) -> str:
    """The losses on programs that were never learned from."""
    rng, rows = np.random.default_rng(0), []
    for start in range(0, len(programs) - TOGETHER, TOGETHER):
        made = batch(programs[start : start + TOGETHER], rng)
        rows.append(step(weights, made))
    for node in weights.values():
        node.gradient = None
    points, boards, wrong = np.mean(rows, axis=0)
    return f"points {points:.4f}, boards {boards:.4f}, misread {wrong:.3f}"


def load(file: Path) -> dict[str, Node]:
    with np.load(file) as stored:
        return {name: Node(stored[name].astype(np.float32), _nowhere) for name in stored.files}


def save(weights: dict[str, Node], file: Path) -> None:
    """Write the weights in half precision, which reads as well and takes half the room."""
    stored: dict[str, Any] = {name: node.values.astype(np.float16) for name, node in weights.items()}
    np.savez_compressed(file, **stored)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
