"""Games on boards of other sizes on the terminal: played, shown, counted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import click

from gograde.arena.duel import Duel, as_json, play_duel, teach, write_duel
from gograde.arena.game.chance import drawn
from gograde.arena.players.at_board import close_player
from gograde.arena.players.seats import Seat
from gograde.cli.matches.boards import move_text, picture_of
from gograde.cli.matches.games import GameOptions, say
from gograde.engine.faults import Left
from gograde.go.board import Point, Stone
from gograde.go.live import LiveGame
from gograde.report.words.escape import json_text


def play_duels(black: Seat, white: Seat, start: LiveGame, wanted: GameOptions) -> bool:
    """Play games from a start and show them; did a player fail in one?"""
    played = []
    for number, duel in enumerate(_duels(black, white, start, wanted), start=1):
        if wanted.as_text:
            _show(number, duel)
        if wanted.joseki is not None:
            teach(wanted.joseki, duel)
        if wanted.sgf is not None:
            write_duel(wanted.sgf / f"game-{number:03}.sgf", duel)
        played.append(duel)
    if not wanted.as_text:
        click.echo(json_text([as_json(duel) for duel in played]))
    elif len(played) > 1:
        say(_tally(played))
    return any(duel.failed is not None for duel in played)


def _duels(black: Seat, white: Seat, start: LiveGame, wanted: GameOptions) -> Iterator[Duel]:
    """Games until there are enough, or a person leaves."""
    for number in range(1, wanted.games + 1):
        seed = drawn(wanted.seed, "game", number - 1) >> 1
        if wanted.watched:
            say(f"game {number}: {black.name} (X) against {white.name} (O)\n")
        with ExitStack() as kept:
            first = black.player(drawn(seed, "black") >> 1)
            kept.callback(close_player, first)
            second = white.player(drawn(seed, "white") >> 1)
            kept.callback(close_player, second)
            try:
                duel = play_duel(first, second, start, _show_move if wanted.watched else None)
            except Left:
                say(f"game {number} is left", err=not wanted.as_text)
                return
        yield duel


def _show(number: int, duel: Duel) -> None:
    if duel.winner is None:
        say(f"game {number}: a draw: {duel.reason}")
    else:
        say(f"game {number}: {duel.name(duel.winner)} ({duel.winner.name.lower()}) wins: {duel.reason}")


def _show_move(game: LiveGame, stone: Stone, point: Point | None) -> None:
    played = move_text(point, game.side)
    say(f"ply {len(game.steps)}, {stone.name.lower()} ({stone.letter}): {played}")
    say(f"{picture_of(game.position.board)}\n")


def _tally(duels: list[Duel]) -> str:
    wins = [sum(duel.winner is stone for duel in duels) for stone in (Stone.BLACK, Stone.WHITE)]
    drawn_games = len(duels) - sum(wins)
    end = f", {drawn_games} drawn" if drawn_games else ""
    return f"{duels[0].black} (black) {wins[0]}, {duels[0].white} (white) {wins[1]}{end}"
