"""A judged game in words and text boards; points are written `row,column`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from gograde.arena.game.record import Colour, GameRecord
from gograde.arena.game.rules import PLIES
from gograde.arena.judged_game import Accuracy, Analysis, JudgedMove, JudgedSide, plies_of
from gograde.arena.sgf import flip_text
from gograde.pictures.diagram import Diagram, board_text, rows_of
from gograde.report.words.game_list import legend, thrown_diagram
from gograde.report.words.table_text import columns
from gograde.report.words.texts import ENGLISH, Texts, say
from gograde.report.words.wording import NOT_GRADED, counted

_HEAD = ("player", "games", "moves", "stones lost", "a move", "won", "thrown away", "share", "95 %")


def flip_diagram(record: GameRecord, move: JudgedMove) -> Diagram:
    """The board before a move that threw the game away, with that move and the moves that keep the win.

    The opponent's last move has a ring.  Passes are not drawn.
    """
    board = next(view.position.board for view, _, _ in plies_of(record) if view.ply == move.ply)
    return thrown_diagram(rows_of(board), record.moves[: move.ply - 1], move)


def side_words(side: JudgedSide) -> str:
    """Text like `6 moves lost 2 stones; 1 of 3 won positions thrown away`."""
    lost = f"{counted(side.moves, 'move')} lost {counted(side.stones_lost, 'stone')}"
    won = f"{side.thrown_away} of {counted(side.won, 'won position')} thrown away"
    return f"{lost}; {won if side.won else 'never stood to win'}"


def judged_from(plies: int, t: Texts = ENGLISH) -> str:
    """Text like `judged exactly from ply 13`, for the last 12 plies."""
    return say(t["judged_from"], PLIES + 1 - plies)


def analysis_lines(record: GameRecord, analysis: Analysis) -> Iterator[str]:
    """A judged game for a terminal: both sides, every flip, and the board of the first flip."""
    if not analysis.moves:
        yield f"nothing to judge: the game ended before ply {PLIES + 1 - analysis.plies}"
        return
    yield f"{judged_from(analysis.plies)}:"
    colours: tuple[Colour, Colour] = ("black", "white")
    for colour in colours:
        yield f"  {colour}, {getattr(record, colour).name}: {side_words(getattr(analysis, colour))}"
    for number, move in enumerate(analysis.flips()):
        yield f"  ply {move.ply}, {move.colour}: {flip_text(move)}"
        if number == 0:
            yield from (f"    {line}" for line in _board_lines(record, move))


def _board_lines(record: GameRecord, move: JudgedMove) -> Iterator[str]:
    diagram = flip_diagram(record, move)
    yield from board_text(diagram)
    yield legend(diagram)


def a_move(row: Accuracy) -> str:
    """The average number of stones that a player lost per move; a dash without moves."""
    return f"{row.stones_lost / row.moves:.2f}" if row.moves else NOT_GRADED


def share(row: Accuracy, t: Texts = ENGLISH) -> tuple[str, str]:
    """The share of won positions that a player threw away, and its interval; dashes without won positions."""
    if row.share is None:
        return NOT_GRADED, NOT_GRADED
    return f"{100 * row.share:.1f} %", say(t["range"], f"{100 * row.low:.1f}", f"{100 * row.high:.1f}")


def accuracy_text(rows: Sequence[Accuracy]) -> str:
    """The table of players as lines of equal columns."""
    return columns([_HEAD, *map(_cells, rows)], names=0)


def _cells(row: Accuracy) -> tuple[str, ...]:
    counts = map(str, (row.games, row.moves, row.stones_lost))
    return row.name, *counts, a_move(row), str(row.won), str(row.thrown_away), *share(row)
