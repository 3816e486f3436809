"""A finished game as SGF, with its result, reason, remarks and optional analysis."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from gograde.arena.game.record import GameRecord, written
from gograde.arena.game.rules import KOMI, SIDE
from gograde.go.notation import lead_text
from gograde.go.player import Termination, read_move
from gograde.go.sgf import made_sgf

if TYPE_CHECKING:
    from sgfmill.sgf import Tree_node

    from gograde.arena.judged_game import Analysis, JudgedMove
    from gograde.core.record import Thrown


def game_sgf(record: GameRecord, analysis: Analysis | None = None) -> bytes:
    """The SGF of a game; an illegal last move is only in a comment.

    The node value of a judged move is black's lead in points after the move when both play best; a comment
    says what the move lost.  A move that threw the game away is marked as bad; a better move is a variation.
    """
    game = made_sgf(record.game.record())
    root = game.get_root()
    for name, text in [("PB", record.black.name), ("PW", record.white.name), ("RE", _result(record))]:
        root.set(name, _clean(text))
    nodes = game.get_main_sequence()
    judged = {move.ply: move for move in analysis.moves} if analysis else {}
    for ply in range(len(nodes)):
        if text := _comment(record, judged, ply, len(nodes) - 1):
            nodes[ply].set("C", _clean(text))
    for move in judged.values():
        if move.after is not None:
            _annotate(nodes[move.ply], move, move.after)
    return bytes(game.serialise())


def write_game(path: Path, record: GameRecord, analysis: Analysis | None) -> None:
    """Write a game as SGF; raises `DataError` when the folder is not writable."""
    with written(path.parent, "name a folder that can be written to"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(game_sgf(record, analysis))


def result(value: int) -> str:
    """The result of a game of the course, like `B+0.5`; `value` is black's stones minus white's."""
    return lead_text(value - KOMI)


def _result(record: GameRecord) -> str:
    if record.lead is not None:
        return lead_text(record.lead)
    letters = {Termination.TIME: "T", Termination.RESIGNED: "R"}
    return f"{record.winner[0].upper()}+{letters.get(record.termination, 'F')}"


def flip_text(move: JudgedMove | Thrown) -> str:
    """What a move that threw the game away did, and which moves would have kept the win."""
    best, *others = move.keeping
    kept = f"only {best}" if not others else f"{best} and {len(others)} more"
    did = f"forfeits a won game, {result(move.before)} with best play"
    if move.after is not None:
        did = f"{move.move} turns {result(move.before)} into {result(move.after)}"
    return f"{did}; {kept} would have kept the win"


def _comment(record: GameRecord, judged: dict[int, JudgedMove], ply: int, last: int) -> str:
    """Remarks and judgement of a ply; the last node also has the outcome and the texts of later plies."""
    lines = [each.text for each in record.remarks if each.ply == ply or ply == last < each.ply]
    told = [judged[at] for at in ([ply, ply + 1] if ply == last else [ply]) if at in judged]
    lines += [f"ply {move.ply}, {move.colour}: {_judgement(move)}" for move in told]
    return "\n".join([*lines, str(record.outcome)] if ply == last else lines)


def _judgement(move: JudgedMove) -> str:
    if move.flip:
        return flip_text(move)
    if move.after is None:
        return f"a forfeit; {result(move.before)} with best play"
    lost = f"loses {move.loss}, " if move.loss else ""
    return f"{lost}{result(move.after)} with best play"


def _annotate(node: Tree_node, move: JudgedMove, value: int) -> None:
    """Set the value of a node; for a flip, add the best move as a variation."""
    node.set("V", value - KOMI)
    if not move.flip:
        return
    node.set("BM", 1)
    point = read_move(move.keeping[0])
    better = node.parent.new_child()
    better.set_move(move.colour[0], point and (SIDE - 1 - point.row, point.column))
    better.set("TE", 1)
    better.set("C", "keeps the win")


def _clean(text: str) -> str:
    """Text with unprintable characters escaped; names and output of programs may hold them."""
    return "".join(sign if sign.isprintable() or sign == "\n" else ascii(sign)[1:-1] for sign in text)
