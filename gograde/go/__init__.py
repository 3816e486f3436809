"""Go: boards, rules, scores and notations as values; knows no files.

    >>> from gograde.go import Point, Stone, diagram, play
    >>> print(play(diagram(". X . / X O X / . . ."), Stone.BLACK, Point(2, 1)).board)
    . X .
    X . X
    . X .

`slow` is a second, independent implementation for checks; `kernels` is compiled with numba
and loaded when it is first asked for.
"""

from __future__ import annotations

from types import ModuleType

from gograde.go import slow
from gograde.go.area import AreaScore, area_score, result_text
from gograde.go.board import MAX_SIDE, Board, Point, Stone, diagram
from gograde.go.notation import (
    Malformed,
    read_coordinates,
    read_digits,
    read_letters,
    read_marks,
    write_coordinates,
    write_digits,
    write_letters,
    write_marks,
)
from gograde.go.position import Game, IllegalMove, Move, Position
from gograde.go.rules import (
    Chain,
    Illegal,
    Played,
    Reading,
    Reason,
    capture_points,
    chains,
    legal_points,
    obeys_rule_1,
    play,
    result_after_captures,
)
from gograde.go.sgf import read_sgf, write_sgf

__all__ = [
    "MAX_SIDE",
    "AreaScore",
    "Board",
    "Chain",
    "Game",
    "Illegal",
    "IllegalMove",
    "Malformed",
    "Move",
    "Played",
    "Point",
    "Position",
    "Reading",
    "Reason",
    "Stone",
    "area_score",
    "capture_points",
    "chains",
    "diagram",
    "legal_points",
    "obeys_rule_1",
    "play",
    "read_coordinates",
    "read_digits",
    "read_letters",
    "read_marks",
    "read_sgf",
    "result_after_captures",
    "result_text",
    "slow",
    "write_coordinates",
    "write_digits",
    "write_letters",
    "write_marks",
    "write_sgf",
]


def __getattr__(name: str) -> ModuleType:
    """`kernels`, when it is first asked for: numba takes its time to load."""
    if name == "kernels":
        from importlib import import_module

        return import_module("gograde.go.kernels")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
