"""Inputs of influence for every question, and all their features."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from gograde.assignments.influence.boards import BOARD_FEATURES, make_board, make_move
from gograde.assignments.influence.joseki_inputs import GAME_FEATURES, make_question
from gograde.assignments.influence.oracle import BOARDS
from gograde.authoring.stream import Stream

FEATURES: Mapping[str, Callable[[str, Any], bool]] = {**BOARD_FEATURES, **GAME_FEATURES}


def make(stream: Stream, question: str, features: tuple[str, ...]) -> dict[str, Any]:
    """An input that may have the wanted features."""
    if question == "move_value":
        return make_move(stream, features)
    return make_board(stream, features) if question in BOARDS else make_question(stream, question, features)
