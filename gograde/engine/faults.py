"""How a player ends a game other than by a move."""

from __future__ import annotations

from gograde.errors import ExitCode, GogradeError


class PlayerFault(GogradeError):  # noqa: N818 - a fault of the player, which loses by it
    """A player gave no move that can be played: it said nothing in time, ended, or answered nonsense."""

    exit_code = ExitCode.FINDINGS


class Resigned(Exception):  # noqa: N818 - a way to end a game, no error
    """A player gives the game up."""
