"""A table as JSON, for the page."""

from __future__ import annotations

from typing import Any

from gograde.app.board.files import link_of
from gograde.app.board.table import PERSON, BoardTable, Seats, fitting, is_over, name_of
from gograde.arena.game.rules import SIDE as SIDE_5
from gograde.arena.game.rules import stones
from gograde.go.area import area_score
from gograde.go.board import Stone, star_points
from gograde.go.influence.territory import stage_of
from gograde.go.position import LiveGame
from gograde.pictures.diagram import rows_of
from gograde.report.words.escape import line


def key_of(game: LiveGame) -> str:
    """Names a position of a game: an analysis belongs to the state with the same key."""
    return f"{game.side}.{len(game.steps)}.{game.position.board.cells.hex()}.{int(game.to_play)}"


def in_json(table: BoardTable, seats: Seats) -> dict[str, Any]:
    """Everything that a page shows but the analysis."""
    game, side = table.seen, table.game.side
    return {
        "key": key_of(game),
        "side": side,
        "komi": game.komi,
        "rows": rows_of(game.position.board),
        "stars": star_points(side, side),
        "ply": table.shown,
        "plies": len(table.game.steps),
        "last": game.steps[-1] if game.steps else None,
        "passed": bool(game.steps) and game.steps[-1] is None,
        "to_play": _colour(game.to_play),
        "ko": game.seesaw_point,
        "stage": stage_of(game.position.board).name.lower(),
        "prisoners": _prisoners(game),
        "roles": {"black": table.roles[0], "white": table.roles[1]},
        "players": [PERSON, *(name for name in seats if fitting(seats, name, side))],
        "running": table.running,
        "over": is_over(game),
        "thinking": table.running and table.mover != PERSON,
        "look": {
            "situation": table.look.situation,
            "model": table.look.model,
            "style": table.look.style,
            "layers": sorted(table.look.layers),
        },
        "title": line(table.title),
        "note": line(table.note),
        "said": _last_move(game),
        "result": _result(game) if is_over(game) else "",
        "link": link_of(table.game, table.shown),
    }


def _colour(stone: Stone) -> str:
    return stone.name.lower()


def _last_move(game: LiveGame) -> str:
    """The last move in words."""
    if not game.steps:
        return "The board is as it began."
    step, colour = game.steps[-1], _colour(game.to_play.opponent)
    killed = len(game.killed)
    taken = f" and takes {killed} stone{'s' if killed > 1 else ''}" if killed else ""
    what = "passes" if step is None else f"plays {name_of(step, game.side)}"
    return f"{colour.capitalize()} {what}{taken}."


def _prisoners(game: LiveGame) -> dict[str, int]:
    """How many stones each side has taken."""
    taken = {"black": 0, "white": 0}
    for ply in range(len(game.steps)):
        before = game.undo(ply)
        taken[_colour(before.to_play.opponent)] += len(before.killed)
    return taken


def _result(game: LiveGame) -> str:
    """The score as the stones lie: by area, and on 5x5 by stones alone, as the course counts."""
    board = game.position.board
    if game.side == SIDE_5:
        black, white = stones(board)
    else:
        score = area_score(board)
        black, white = score.black, score.white
    lead = black - white - game.komi
    if not lead:
        return f"Nobody is ahead: black {black}, white {white} and {game.komi:g} more."
    who, points = "Black" if lead > 0 else "White", abs(lead)
    return f"{who} is ahead by {points:g}: black {black}, white {white} and {game.komi:g} more."
