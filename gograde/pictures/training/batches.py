"""Batches of programs, turned and tinted at random, and the loss of what the network says of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.network import Floats, Points, softmax
from gograde.pictures.read.patches import Bytes, patches_of, tone_of
from gograde.pictures.training.samples import Program, Sample

BOARDS = 3  # boards of a program that are read together, at most
ASTRAY = 0.45  # share of groups with a place where no board lies
TINTED = 0.3  # share of groups whose colours are exchanged, and of those made lighter or darker
HIDDEN = 1e-9  # probabilities below count as this

Numbers = NDArray[np.intp]


@dataclass(frozen=True)
class Batch:
    """Patches of points with what they are: `labels` and `ordered` a point, `valid` a board."""

    patches: Floats
    points: Points
    labels: Numbers
    ordered: NDArray[np.bool_]
    valid: NDArray[np.bool_]

    @property
    def weights(self) -> Floats:
        """The weight of each point: every board that is one counts the same."""
        counts = np.asarray(self.points.points)
        return np.asarray(np.repeat(self.valid / counts / max(1, self.valid.sum()), counts), np.float32)


def batch(programs: Sequence[Program], rng: np.random.Generator) -> Batch:
    """A group of boards of each program, some with a place where no board lies."""
    patches, tones, samples, groups = [], [], [], []
    for one in programs:
        chosen = _chosen(one, rng)
        boards, tone = _dressed(chosen, rng)
        samples += [sample for _, sample in boards]
        groups.append(len(boards))
        patches += [patches_of(board).astype(np.float32) * tone.gain - tone.colour for board, _ in boards]
        tones.append(tone.colour)
    points = Points(np.array(tones), [one.size for one in samples], groups)
    labels = [np.zeros(one.size, np.int8) if one.labels is None else one.labels for one in samples]
    ordered = [np.full(one.size[0] * one.size[1], one.ordered) for one in samples]
    valid = np.array([one.labels is not None for one in samples])
    flat = np.concatenate([one.ravel() for one in labels]).astype(np.intp)
    return Batch(np.concatenate(patches), points, flat, np.concatenate(ordered), valid)


def _chosen(one: Program, rng: np.random.Generator) -> list[Sample]:
    """Some boards of a program, or fewer of them and a place without a board, as beside the surest boards."""
    astray = bool(one.wrong) and rng.random() < ASTRAY
    count = int(rng.integers(not astray, BOARDS + (not astray)))
    boards = [one.right[n] for n in rng.permutation(len(one.right))[:count]]
    return [one.wrong[int(rng.integers(len(one.wrong)))], *boards] if astray else boards


@dataclass(frozen=True)
class _Tone:
    """The median colour of a group, and the factor from bytes to colours."""

    colour: Floats
    gain: np.float32


def _dressed(chosen: Sequence[Sample], rng: np.random.Generator) -> tuple[list[tuple[Bytes, Sample]], _Tone]:
    """The boards of a group, all turned, mirrored and tinted in one way."""
    turns, mirrored = int(rng.integers(4)), bool(rng.integers(2))
    channels = rng.permutation(3) if rng.random() < TINTED else np.arange(3)
    gain = rng.uniform(0.75, 1.1) if rng.random() < TINTED else 1.0
    boards = [
        (_turned(one.board[..., channels], turns, mirrored), _turned_sample(one, turns, mirrored))
        for one in chosen
    ]
    colour = tone_of([board for board, _ in boards]) * np.float32(gain)
    return boards, _Tone(colour, np.float32(gain / 255))


def _turned(values: NDArray[np.uint8], turns: int, mirrored: bool) -> NDArray[np.uint8]:
    turned = np.rot90(values, turns)
    return turned[:, ::-1] if mirrored else turned


def _turned_sample(one: Sample, turns: int, mirrored: bool) -> Sample:
    size = one.size if turns % 2 == 0 else (one.size[1], one.size[0])
    if one.labels is None:
        return Sample(one.board, size, None, one.ordered)
    labels = np.rot90(one.labels, turns)
    return Sample(one.board, size, labels[:, ::-1] if mirrored else labels, one.ordered)


def wanted(made: Batch) -> Floats:
    """The probabilities that the network should give; half and half where colours cannot be told."""
    target = np.eye(3, dtype=np.float32)[made.labels]
    target[~made.ordered & (made.labels > 0)] = (0.0, 0.5, 0.5)
    return target


def of_points(scores: Floats, made: Batch) -> tuple[float, Floats]:
    """The cross-entropy of the points beyond the least possible, and its gradient by the scores."""
    target, found, weights = wanted(made), softmax(scores), made.weights
    least = np.where(made.ordered | (made.labels == 0), 0.0, np.log(2))
    loss = float((weights * (-(target * np.log(found + HIDDEN)).sum(1) - least)).sum())
    return loss, np.asarray((found - target) * weights[:, None], np.float32)


def of_boards(scores: Floats, made: Batch) -> tuple[float, Floats]:
    """The cross-entropy of whether a board lies at each place, and its gradient by the scores."""
    found = 1 / (1 + np.exp(-scores[:, 0]))
    loss = -np.log(np.where(made.valid, found, 1 - found) + HIDDEN).mean()
    return float(loss), np.asarray((found - made.valid)[:, None] / len(made.valid), np.float32)


def misread(scores: Floats, made: Batch) -> float:
    """The share of boards of which a point is read wrongly."""
    wrong = (scores.argmax(1) != made.labels) & (made.ordered | (made.labels == 0))
    starts = np.cumsum([0, *made.points.points[:-1]])
    boards = np.add.reduceat(wrong, starts) > 0
    return float(boards[made.valid].mean()) if made.valid.any() else 0.0
