"""`python -m gograde.pictures.training.proposals`: fit the weights that order proposed lattices.

In pictures of random looks it is known which proposed lattices are right. `--recall` counts the boards that
lie at the first few lattices of looks that no fit has seen.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.picture import Picture
from gograde.pictures.read.lattice.combs import Values
from gograde.pictures.read.lattice.grids import Grid, elsewhere
from gograde.pictures.read.lattice.search import lattices, proposals
from gograde.pictures.read.lattice.worth import WEIGHTS
from gograde.pictures.read.pixels import Sheet, sheet_of
from gograde.pictures.read.survey import BOARDS
from gograde.pictures.training.looks import Placed, picture
from gograde.pictures.training.samples import RIGHT, WRONG, farthest, scaled

UNSEEN = 5_000_000  # first seed of the looks of `--recall`
FIRST = (1, 3, 6)  # lattices that are looked at together
RIDGE = 1e-5  # pull of the weights of normed features towards 0, against the mean loss
STEPS = 15  # of Newton's method; the last ones change nothing
SPREAD = 1e-3  # of a feature that hardly varies


@dataclass(frozen=True)
class Table:
    """Proposed lattices: what is seen of each, whether it is right, and how much it counts."""

    seen: Values
    right: NDArray[np.bool_]
    counts: Values


def main(argv: Sequence[str]) -> int:
    """Print the weights, and the recall with them; 0 when done."""
    parser = argparse.ArgumentParser(prog="proposals", description=__doc__)
    parser.add_argument("--looks", type=int, default=500, help="to learn from; 0: present weights")
    parser.add_argument("--seed", type=int, default=6_000_000, help="of the first look")
    parser.add_argument("--recall", type=int, default=0, metavar="LOOKS", help="looks to measure on")
    given = parser.parse_args(argv)
    weights = fit(table(range(given.seed, given.seed + given.looks))) if given.looks else WEIGHTS
    print("\n".join(f'    "{name}": {weight},' for name, weight in weights.items()))
    if given.recall:
        print("\n".join(["", *recall(range(UNSEEN, UNSEEN + given.recall), weights)]))
    return 0


def table(seeds: Sequence[int]) -> Table:
    """The proposals in one picture of each look, without those that are neither right nor wrong."""
    parts = list(_parts(seeds))
    return Table(*(np.concatenate([getattr(one, name) for one in parts]) for name in Table.__annotations__))


def _parts(seeds: Sequence[int]) -> Iterator[Table]:
    """A table a picture; one with four times the proposals counts twice as much."""
    for sheet, size, boards in _pictures(seeds):
        upright, many = proposals(sheet, size)
        if upright is sheet and many:
            places = zip(many.right.first, many.right.step, many.down.first, many.down.step, strict=True)
            off = np.array([min(farthest(board, place) for board in boards) for place in places])
            told = (off < RIGHT) | (off > WRONG)
            yield Table(many.seen[told], off[told] < RIGHT, np.full(told.sum(), len(many) ** -0.5))


def _pictures(seeds: Sequence[int]) -> Iterator[tuple[Sheet, tuple[int, int], list[Placed]]]:
    """A picture of each look, the size of its boards, and where they lie."""
    for seed in seeds:
        drawn = picture(seed, 0)
        sheet = sheet_of(Picture(drawn.image.width, drawn.image.height, drawn.image.tobytes()))
        rows, cols = drawn.boards[0].labels.shape
        by = sheet.width / drawn.image.width
        yield sheet, (rows, cols), [scaled(board, by) for board in drawn.boards]


def fit(learned: Table) -> dict[str, float]:
    """The weights of a logistic regression, by Newton's method."""
    spread = learned.seen.std(0) + SPREAD
    normed = np.c_[(learned.seen - learned.seen.mean(0)) / spread, np.ones(len(learned.seen))]
    counts, weights = learned.counts / learned.counts.sum(), np.zeros(normed.shape[1])
    for _ in range(STEPS):
        chance = 1 / (1 + np.exp(-normed @ weights))
        slope = normed.T @ (counts * (learned.right - chance)) - RIDGE * weights
        bend = (normed.T * (counts * chance * (1 - chance))) @ normed + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(bend, slope)
    return {name: round(float(one), 1) for name, one in zip(WEIGHTS, weights[:-1] / spread, strict=True)}


def recall(seeds: Sequence[int], weights: Mapping[str, float]) -> Iterator[str]:
    """Lines of a table: the shares of boards that are found, and the time of a search."""
    rows, times = [], []
    for sheet, size, boards in _pictures(seeds):
        start = time.process_time()
        upright, grids = lattices(sheet, size, weights)
        times.append(time.process_time() - start)
        found = [_found(boards if upright is sheet else [], grids, count) for count in FIRST]
        rows += [(len(boards) > 1, [id(board) in one for one in found]) for board in boards]
    yield f"{'boards':16}{'number':>8}" + "".join(f"{f'at {count}':>8}" for count in FIRST)
    for name, kinds in (("all", (False, True)), ("one", (False,)), ("several", (True,))):
        of = np.array([seen for several, seen in rows if several in kinds]).reshape(-1, len(FIRST))
        yield f"{name:16}{len(of):8}" + "".join(f"{share:8.3f}" for share in of.sum(0) / max(len(of), 1))
    usual, slow = np.percentile(np.array(times) * 1e3, (50, 90))
    yield f"CPU of a search: median {usual:.0f} ms, 90 % below {slow:.0f} ms"


def _found(boards: Sequence[Placed], grids: Sequence[Grid], count: int) -> dict[int, Grid]:
    """The boards that are found when so many lattices are looked at together, as the survey does."""
    found: dict[int, Grid] = {}
    for _ in range(BOARDS + 1):
        before = len(found)
        for grid, board in ((grid, board) for grid in grids[:count] for board in boards):
            if farthest(board, (grid.x, grid.dx, grid.y, grid.dy)) < RIGHT:
                found.setdefault(id(board), grid)
        if len(found) == before:
            break
        grids = elsewhere(grids[count:], list(found.values()))
    return found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
