"""The network learns: its gradients are right, its loss falls, and reading computes what training does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from gograde.pictures.read.network import SHAPES, Plain, features, kinds
from gograde.pictures.training.__main__ import Schedule, first_weights, learn, load, save, step
from gograde.pictures.training.batches import Batch, batch, of_boards, of_points
from gograde.pictures.training.samples import Program, chunk
from gograde.pictures.training.tape import Node, Tape

SEED = 77


@pytest.fixture(scope="module")
def programs() -> list[Program]:
    return chunk(SEED, 14)


@pytest.fixture(scope="module")
def made(programs: list[Program]) -> Batch:
    return batch(programs[:3], np.random.default_rng(1))


def loss(weights: dict[str, Node], made: Batch) -> float:
    tape = Tape()
    _, kind, valid = kinds(tape, weights, features(tape, weights, made.patches), made.points)
    return of_points(kind.values, made)[0] + of_boards(valid.values, made)[0]


def gradients(weights: dict[str, Node], made: Batch) -> None:
    tape = Tape()
    _, kind, valid = kinds(tape, weights, features(tape, weights, made.patches), made.points)
    tape.run_back([(kind, of_points(kind.values, made)[1]), (valid, of_boards(valid.values, made)[1])])


@pytest.mark.parametrize("layer", SHAPES)
def test_a_gradient_is_the_slope_of_the_loss(layer: str, made: Batch) -> None:
    weights = first_weights(SEED)
    gradients(weights, made)
    node = weights[layer]
    assert node.gradient is not None
    place = np.unravel_index(np.abs(node.gradient).argmax(), node.values.shape)
    slope, old, little = float(node.gradient[place]), float(node.values[place]), 2e-3
    losses = []
    for value in (old + little, old - little):
        node.values[place] = value
        losses.append(loss(weights, made))
    assert (losses[0] - losses[1]) / (2 * little) == pytest.approx(slope, rel=0.2, abs=1e-4)


def test_reading_computes_what_training_does(made: Batch) -> None:
    weights = first_weights(SEED)
    plain = {name: node.values for name, node in weights.items()}
    seen = features(Plain(), plain, made.patches)
    tape = Tape()
    recorded = kinds(tape, weights, features(tape, weights, made.patches), made.points)
    for one, other in zip(kinds(Plain(), plain, seen, made.points), recorded, strict=True):
        np.testing.assert_allclose(one, other.values, rtol=1e-4, atol=1e-5)


@pytest.mark.long
def test_the_network_learns_and_its_weights_are_kept(
    programs: list[Program], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def again() -> Iterator[list[Program]]:
        while True:
            yield programs

    weights, rng = first_weights(SEED), np.random.default_rng(2)
    fixed = batch(programs[:12], rng)
    before = step(weights, fixed)
    assert list(learn(weights, again(), Schedule(12, SEED, every=6))) == [6, 12]
    after = step(weights, fixed)
    assert after[0] < before[0]
    assert capsys.readouterr().out.startswith("step 6: points ")
    save(weights, tmp_path / "weights.npz")
    for name, node in load(tmp_path / "weights.npz").items():
        np.testing.assert_allclose(node.values, weights[name].values, rtol=1e-3, atol=1e-6)


def test_a_seed_gives_the_same_samples_and_wrong_lattices_are_none_of_the_right_ones() -> None:
    first, again = chunk(SEED, 1)[0], chunk(SEED, 1)[0]
    for one, other in zip((*first.right, *first.wrong), (*again.right, *again.wrong), strict=True):
        np.testing.assert_array_equal(one.board, other.board)
    assert all(sample.labels is not None for sample in first.right)
    assert all(sample.labels is None for sample in first.wrong)
    boards = {sample.board.tobytes() for sample in first.right}
    assert not boards & {sample.board.tobytes() for sample in first.wrong}


def test_what_is_no_board_has_no_labels(programs: list[Program]) -> None:
    assert all(sample.labels is None for one in programs for sample in one.wrong)
    assert all(sample.labels is not None for one in programs for sample in one.right)
