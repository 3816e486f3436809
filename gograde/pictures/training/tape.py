"""Gradients: the operations of the network, recorded on a tape and run backwards."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gograde.pictures.read.network import (
    CLASSES,
    Counts,
    Floats,
    columns_of,
    distances,
    mean_around,
    softmax,
    starts_of,
)

Back = Callable[[Floats], None]


@dataclass(eq=False)
class Node:
    """Values, and the gradient of the loss by them once it is known; `back` hands it to the inputs."""

    values: Floats
    back: Back | None = None
    gradient: Floats | None = None

    def add(self, gradient: Floats) -> None:
        self.gradient = gradient if self.gradient is None else self.gradient + gradient


class Tape:
    """Records operations on nodes; the network's `Operations`."""

    def __init__(self) -> None:
        self._nodes: list[Node] = []

    def run_back(self, losses: Sequence[tuple[Node, Floats]]) -> None:
        """Hand the gradients of the loss by some nodes back to every node behind them."""
        for node, gradient in losses:
            node.add(gradient)
        for node in reversed(self._nodes):
            if node.gradient is not None and node.back is not None:
                node.back(node.gradient)

    def _record(self, values: Floats, back: Back) -> Node:
        node = Node(values, back)
        self._nodes.append(node)
        return node

    def given(self, values: Floats) -> Node:
        return Node(values)

    def affine(self, rows: Node, weight: Node, bias: Node) -> Node:
        def back(g: Floats) -> None:
            weight.add(rows.values.T @ g)
            bias.add(g.sum(0))
            rows.add(g @ weight.values.T)

        return self._record(rows.values @ weight.values + bias.values, back)

    def relu(self, rows: Node) -> Node:
        values = np.maximum(rows.values, 0)
        return self._record(values, lambda g: rows.add(g * (values > 0)))

    def conv(self, images: Node, weight: Node, bias: Node, window: tuple[int, int]) -> Node:
        columns = columns_of(images.values, window)
        wide = columns.shape[-1]

        def back(g: Floats) -> None:
            flat = g.reshape(-1, g.shape[-1])
            weight.add(columns.reshape(-1, wide).T @ flat)
            bias.add(flat.sum(0))
            if images.back is not None:
                images.add(_onto_images((flat @ weight.values.T), images.values.shape, g.shape, window))

        return self._record(columns @ weight.values + bias.values, back)

    def flat(self, images: Node) -> Node:
        shape = images.values.shape
        values = images.values.reshape(len(images.values), -1)
        return self._record(values, lambda g: images.add(g.reshape(shape)))

    def beside(self, *parts: Node) -> Node:
        ends = np.cumsum([part.values.shape[-1] for part in parts])[:-1]

        def back(g: Floats) -> None:
            for part, share in zip(parts, np.split(g, ends, axis=-1), strict=True):
                part.add(share)

        return self._record(np.concatenate([part.values for part in parts], axis=-1), back)

    def mean(self, rows: Node, counts: Counts) -> Node:
        sizes = np.asarray(counts, np.float32)[:, None]
        values = np.asarray(np.add.reduceat(rows.values, starts_of(counts), axis=0) / sizes, np.float32)
        return self._record(values, lambda g: rows.add(np.repeat(g / sizes, counts, axis=0)))

    def highest(self, rows: Node, counts: Counts) -> Node:
        values = np.maximum.reduceat(rows.values, starts_of(counts), axis=0)

        def back(g: Floats) -> None:
            at = rows.values == np.repeat(values, counts, axis=0)
            rows.add(np.repeat(g, counts, axis=0) * at)

        return self._record(values, back)

    def spread(self, rows: Node, counts: Counts) -> Node:
        starts = starts_of(counts)
        values = np.repeat(rows.values, counts, axis=0)
        return self._record(values, lambda g: rows.add(np.add.reduceat(g, starts, axis=0)))

    def taken(self, rows: Node, numbers: NDArray[np.intp]) -> Node:
        def back(g: Floats) -> None:
            onto = np.zeros_like(rows.values)
            np.add.at(onto, numbers, g)
            rows.add(onto)

        return self._record(rows.values[numbers], back)

    def around(self, rows: Node, boards: Sequence[tuple[int, int]]) -> Node:
        values = mean_around(rows.values, boards)
        return self._record(values, lambda g: rows.add(mean_around(g, boards)))

    def apart(self, rows: Node, guesses: Node, counts: Counts) -> Node:
        """The distances to the means of the classes; the guesses count as given, without a gradient."""
        shares = softmax(guesses.values)
        far, means, totals = distances(rows.values, shares, counts)
        starts, wide = starts_of(counts), np.float32(2 / rows.values.shape[1])

        def back(g: Floats) -> None:
            onto = np.zeros_like(rows.values)
            for kind in range(CLASSES):
                pull = g[:, kind : kind + 1] * wide * (rows.values - np.repeat(means[kind], counts, axis=0))
                of_mean = -np.add.reduceat(pull, starts, axis=0) / totals[kind]
                onto += pull + np.repeat(of_mean, counts, axis=0) * shares[:, kind : kind + 1]
            rows.add(onto)

        return self._record(far, back)


def _onto_images(
    columns: Floats, images: tuple[int, ...], out: tuple[int, ...], window: tuple[int, int]
) -> Floats:
    """The gradients of the windows added up where the windows lie in the images."""
    side, step = window
    parts = columns.reshape(*out[:3], images[3], side, side)
    padded = np.zeros((images[0], images[1] + 2, images[2] + 2, images[3]), np.float32)
    for down in range(side):
        for across in range(side):
            to = padded[:, down : down + step * out[1] : step, across : across + step * out[2] : step]
            to += parts[..., down, across]
    return padded[:, 1:-1, 1:-1]


class Adam:
    """Steps down the gradient, each weight at its own pace."""

    KEPT = (0.9, 0.999)
    """The share of the mean gradient and of the mean square that a step keeps (Kingma and Ba)."""

    def __init__(self, weights: Sequence[Node]) -> None:
        self._weights = weights
        self._means = [np.zeros_like(node.values) for node in weights]
        self._squares = [np.zeros_like(node.values) for node in weights]
        self._steps = 0

    def step(self, rate: float, longest: float) -> None:
        """One step of the rate; gradients are forgotten, and shortened together to the length `longest`."""
        self._steps += 1
        squares = [np.square(node.gradient).sum() for node in self._weights if node.gradient is not None]
        length = float(np.sqrt(sum(squares)))
        by = min(1.0, longest / max(length, 1e-12))
        first, second = (1 - kept**self._steps for kept in self.KEPT)
        for node, mean, square in zip(self._weights, self._means, self._squares, strict=True):
            if node.gradient is None:
                continue
            gradient = node.gradient * np.float32(by)
            np.add(mean, (1 - self.KEPT[0]) * (gradient - mean), out=mean)
            np.add(square, (1 - self.KEPT[1]) * (gradient**2 - square), out=square)
            node.values -= np.asarray(rate * (mean / first) / (np.sqrt(square / second) + 1e-8), np.float32)
            node.gradient = None
