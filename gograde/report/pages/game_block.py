"""A judged game as a block of a page: the board of the first losing move, and every judged ply."""

from __future__ import annotations

from functools import lru_cache

from jinja2 import Environment
from markupsafe import Markup

from gograde.arena.analysis.judged_game import Analysis
from gograde.arena.analysis.sgf import told_of_flip
from gograde.arena.game.five_by_five import PLIES
from gograde.arena.game.record import Colour, GameRecord
from gograde.report.pages.renderer import environment
from gograde.report.words.lost_wins import flip_board, flip_legend
from gograde.report.words.judged_games import flip_diagram, move_rows, side_words


def game_block(record: GameRecord, analysis: Analysis, colour: Colour | None = None) -> Markup:
    """HTML for a page with the style of the reports; with a colour the losing moves of that side only.

    On the board are the first losing move and all moves that would have kept the win.  The names
    are those of the record.
    """
    flips = analysis.flips(colour)
    diagram = flip_diagram(record, flips[0]) if flips else None
    text = (
        _templates()
        .get_template("game.html.j2")
        .render(
            board=flip_board(diagram, flips[0].ply) if diagram else "",
            legend=flip_legend([diagram]) if diagram else "",
            flips=[(move, told_of_flip(move)) for move in flips],
            sides=[
                ("black", record.black.name, side_words(analysis.black)),
                ("white", record.white.name, side_words(analysis.white)),
            ],
            nothing=_nothing(analysis, colour),
            rows=move_rows(analysis),
        )
    )
    return Markup(text)


@lru_cache(maxsize=1)
def _templates() -> Environment:
    return environment()


def _nothing(analysis: Analysis, colour: Colour | None) -> str:
    first = PLIES + 1 - analysis.plies
    if not analysis.moves:
        return f"The game ended before ply {first}, from which games are judged exactly."
    who = f"{colour.capitalize()} threw no won position" if colour else "No won position was thrown"
    return f"{who} away from ply {first} on."
