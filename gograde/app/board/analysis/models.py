"""The models of influence of the paper, each as numbers a point with a strength for dots and shades."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from gograde.go.board import Board
from gograde.go.influence.models import FAST, RYDER, ZOBRIST, fast_influence, force_field, in_order, sign
from gograde.go.influence.models import ryder_influence as ryder
from gograde.go.influence.models import zobrist_influence as zobrist
from gograde.go.influence.territory import SITUATION, territory_of

_ROUNDED = 2
"""Decimals of a number on the page."""


@dataclass(frozen=True)
class Influence:
    """A model on a board, point by point in the order of `Board.cells`.

    `strength` is from -1 (white's entirely) to 1 (black's); `values` are the model's own numbers by name, of
    which the first is written on the board.
    """

    strength: Sequence[float]
    values: Mapping[str, Sequence[float]]


def _force(board: Board) -> Influence:
    field = force_field(board)
    total, modulus, balance, hold = (
        in_order(part) for part in (field.total, field.modulus, field.balance, field.hold)
    )
    strength = [sign(a) * min(fb / SITUATION.clamp, 1.0) for a, fb in zip(total, hold, strict=True)]
    return Influence(strength, {"A": total, "F": modulus, "B": balance, "FB": hold})


def _fast(board: Board) -> Influence:
    values = in_order(fast_influence(board))
    return Influence(_scaled(values, FAST.orthogonal), {"influence": values})


def _zobrist(board: Board) -> Influence:
    values = in_order(zobrist(board))
    return Influence(_scaled(_on_empty(board, values), ZOBRIST.start / 2), {"influence": values})


def _ryder(board: Board) -> Influence:
    values = in_order(ryder(board))
    most = max(max(row) for row in RYDER.kernel)
    return Influence(_scaled(_on_empty(board, values), most), {"influence": values})


def _territory(board: Board) -> Influence:
    found = territory_of(board)
    held, solid = in_order(found.owner), in_order(found.solid)
    strength = [0.5 * (a + b) for a, b in zip(held, solid, strict=True)]
    return Influence(strength, {"territory": held, "solid": solid})


MODELS: Mapping[str, Callable[[Board], Influence]] = {
    "force": _force,
    "fast": _fast,
    "zobrist": _zobrist,
    "ryder": _ryder,
    "territory": _territory,
}


def influence(board: Board, model: str) -> Influence:
    """A model on a board, with rounded numbers."""
    found = MODELS[model](board)
    values = {name: _rounded(numbers) for name, numbers in found.values.items()}
    return Influence(_rounded(found.strength), values)


def _on_empty(board: Board, values: Sequence[float]) -> list[float]:
    return [0 if cell else value for cell, value in zip(board.cells, values, strict=True)]


def _scaled(values: Iterable[float], most: float) -> list[float]:
    return [max(-1.0, min(value / most, 1.0)) for value in values]


def _rounded(values: Iterable[float]) -> list[float]:
    return [round(value, _ROUNDED) for value in values]
