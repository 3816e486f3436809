"""The pictures in the statement of board9: its worked examples, and a board to draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gograde.authoring.statement import Examples, Figure, drawn, empty_points
from gograde.go.board import Stone
from gograde.go.rules import capture_points, dead_chains, legal_points, result_after_captures
from gograde.pictures.draw import MarkShape


def figures(examples: Examples, _parameters: Mapping[str, Any]) -> dict[str, Figure]:
    """The pictures by name; raises `DataError` when the statement lacks an example."""
    broken, captures = examples.board_before("rule"), examples.board_before("captures")
    legal = examples.board_before("illegal")
    dead = [point for chain in dead_chains(broken) for point in chain.points]
    after = result_after_captures(captures, Stone.WHITE)
    points = dict.fromkeys(capture_points(captures, Stone.WHITE), MarkShape.TRIANGLE)
    illegal = set(empty_points(legal)) - set(legal_points(legal, Stone.WHITE))
    return {
        "picture": Figure((drawn(legal, caption="x = 50(c+1), y = 50(r+1)"),)),
        "rule-1": Figure((drawn(broken, marks=dict.fromkeys(dead, MarkShape.TRIANGLE)),)),
        "captures": Figure((drawn(captures, marks=points), drawn(after))),
        "legal": Figure((drawn(legal, marks=dict.fromkeys(sorted(illegal), MarkShape.CROSS)),)),
    }
