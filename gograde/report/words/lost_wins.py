"""Games lost from a won position: a board of each with what was played and what would have won."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from markupsafe import Markup

from gograde.arena.analysis.sgf import told_of_flip
from gograde.arena.game.second_referee import replay
from gograde.pictures.draw import Diagram, board_text, sign_svg, svg
from gograde.report.words.escape import html
from gograde.report.words.judged_games import SIGNS, thrown_diagram
from gograde.report.words.wording import counted
from gograde.scoring.record import GameScore, TestScore, Thrown

LATEST = 5
"""So many games are shown, the latest; the others are counted."""


@dataclass(frozen=True)
class ThrownGames:
    """Games as a page shows them: words and board of each of the latest, of `count` in all."""

    shown: tuple[tuple[str, Markup], ...]
    count: int
    legend: Markup


def thrown_games(test: TestScore) -> ThrownGames:
    """The games of a test that the program lost from a won position, each at its first losing move."""
    found = _found(test)
    latest = found[-LATEST:]
    boards = [thrown_board(game, move) for _, game, move in latest]
    shown = (
        (thrown_words(number, game, move), flip_board(board, move.ply))
        for (number, game, move), board in zip(latest, boards, strict=True)
    )
    return ThrownGames(tuple(shown), len(found), flip_legend(boards))


def _found(test: TestScore) -> list[tuple[int, GameScore, Thrown]]:
    numbered = enumerate(test.games, start=1)
    return [(number, game, game.thrown) for number, game in numbered if game.thrown is not None]


def thrown_lines(test: TestScore) -> list[str]:
    """The same for a terminal, with the board of the latest; nothing where no won game was lost."""
    found = _found(test)
    if not found:
        return []
    number, game, move = found[-1]
    diagram = thrown_board(game, move)
    signs = [f"{shape.value} {SIGNS[shape]}" for shape in SIGNS if shape in diagram.marks.values()]
    head = f"{counted(len(found), 'game')} lost from a position that best play would have won; the latest:"
    return [head, thrown_words(number, game, move), *board_text(diagram), ", ".join(signs)]


def thrown_words(number: int, game: GameScore, move: Thrown) -> str:
    """Which game it was, by number from 1, and what the move did."""
    return f"Game {number}, {game.colour}, ply {move.ply}: {told_of_flip(move)}."


def thrown_board(game: GameScore, move: Thrown) -> Diagram:
    """The board before the move."""
    before = game.moves[: move.ply - 1]
    return thrown_diagram(replay(before).board, before, move)


def flip_board(diagram: Diagram, ply: int) -> Markup:
    """The drawing of a board on which a game was thrown away."""
    return Markup(svg(diagram, title=f"The board before ply {ply}"))


def flip_legend(diagrams: Collection[Diagram]) -> Markup:
    """What the signs on these boards mean."""
    shown = [shape for shape in SIGNS if any(shape in each.marks.values() for each in diagrams)]
    return Markup(" ").join(Markup(sign_svg(shape)) + html(SIGNS[shape]) for shape in shown)
