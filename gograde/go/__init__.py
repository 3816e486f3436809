"""Go: boards, rules, scores and notations as values, without file access.

    >>> from gograde.go import Point, Stone, diagram, play
    >>> print(play(diagram(". X . / X O X / . . ."), Stone.BLACK, Point(2, 1)).board)
    . X .
    X . X
    . X .

A name loads on first use, with no more than it needs.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gograde.go.area import AreaScore, area_score, result_text
    from gograde.go.board import MAX_SIDE, Board, Point, Stone, diagram
    from gograde.go.dot_go import read_dot_go, write_dot_go
    from gograde.go.influence.blocks import (
        Block,
        LayerParameters,
        RyderBlock,
        connected_points,
        layered_blocks,
        ryder_blocks,
        semi_connected_points,
        strong_links,
    )
    from gograde.go.influence.models import (
        ForceField,
        ForceParameters,
        RyderParameters,
        ZobristParameters,
        fast_influence,
        force_field,
        ryder_influence,
        zobrist_influence,
    )
    from gograde.go.influence.territory import (
        SituationParameters,
        Territory,
        TerritoryParameters,
        difference,
        fairest,
        fourth_line,
        move_value,
        point_efficiency,
        situation_value,
        territory_of,
        third_line,
    )
    from gograde.go.joseki import (
        AreaPoint,
        Corner,
        JosekiPath,
        is_joseki,
        mirror,
        next_steps,
        replay,
        to_area,
        to_board,
    )
    from gograde.go.moves import Illegal, IllegalReason, Played, play
    from gograde.go.notation import (
        Malformed,
        read_coordinates,
        read_marks,
        write_coordinates,
        write_digits,
    )
    from gograde.go.position import Game, IllegalMove, Move, Position
    from gograde.go.rules import (
        CaptureReading,
        Chain,
        capture_points,
        chains,
        dead_chains,
        legal_points,
        obeys_rule_1,
        result_after_captures,
    )
    from gograde.go.sgf import read_sgf, write_sgf

__all__ = [
    "MAX_SIDE", "AreaPoint", "AreaScore", "Block", "Board", "CaptureReading", "Chain", "Corner",
    "ForceField", "ForceParameters", "Game", "Illegal", "IllegalMove", "IllegalReason", "JosekiPath",
    "LayerParameters", "Malformed", "Move", "Played", "Point", "Position", "RyderBlock",
    "RyderParameters", "SituationParameters", "Stone", "Territory", "TerritoryParameters",
    "ZobristParameters", "area_score", "capture_points", "chains", "connected_points", "dead_chains",
    "diagram", "difference", "fairest", "fast_influence", "force_field", "fourth_line", "is_joseki",
    "layered_blocks", "legal_points", "mirror", "move_value", "next_steps", "obeys_rule_1", "play",
    "point_efficiency", "read_coordinates", "read_dot_go", "read_marks", "read_sgf", "replay",
    "result_after_captures", "result_text", "ryder_blocks", "ryder_influence", "semi_connected_points",
    "situation_value", "strong_links", "territory_of", "third_line", "to_area", "to_board",
    "write_coordinates", "write_digits", "write_dot_go", "write_sgf", "zobrist_influence",
]  # fmt: skip

_MODULES = (
    "board", "moves", "position", "notation", "sgf", "rules", "area", "dot_go",
    "influence.models", "influence.blocks", "influence.territory", "joseki",
)  # fmt: skip
"""The modules with the names, in the order in which they are looked through; each loads when it is asked.

Those that gograde-check has come first: it finds their names without the others.
"""


def __getattr__(name: str) -> Any:
    """A name of `__all__`, which loads on first use (PEP 562)."""
    for module in _MODULES if name in __all__ else ():
        found = import_module(f"{__name__}.{module}")
        if hasattr(found, name):
            return getattr(found, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
