"""`python -m tools.book_maker FILE [--bits N] [--plies N]`: make or resume a book.

Every proved move is appended to FILE at once, and the next run resumes there.  With `--bits 27` the table
takes 4 GiB, and the first run proves the opening move.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from gograde.arena.players.book import AIM, Book, Key, from_centre, key_of, read_book, turn, turn_back
from gograde.go.board import Point
from gograde.go.position import Position
from gograde.go.solver.exact import GAME_PLIES, Solver, after_move, children, start

LEAST_PLIES = 18
"""Plies left at the last moves of the book; with fewer plies left the search is fast enough."""

_BUDGETS = (1, 1000, 100_000, 1 << 62)
"""Node limits of a proof, tried in turn; with 1 only the table answers."""


def write_line(key: Key, move: Point) -> str:
    """One line of a book, without its end."""
    plies, cells, mark = key
    return f"{plies} {cells} {mark} {move.row}{move.column}"


@dataclass(frozen=True, slots=True)
class Span:
    """The first position of a book, the plies left there, and the plies left at its last moves."""

    root: Position
    plies: int
    least: int


WHOLE = Span(start(), GAME_PLIES, LEAST_PLIES)


def make_book(solver: Solver, known: Book, span: Span = WHOLE) -> Iterator[tuple[Key, Point]]:
    """Yield black's moves against every reply of white, nearest to the start first.

    Moves in `known` are not proved again.  Proving the first move of the whole game takes minutes of CPU time
    and a table of gigabytes.
    """
    found, level, plies = dict(known), [span.root], span.plies
    while plies >= span.least:
        after: dict[Key, Position] = {}
        for position in level:
            key, way = key_of(position, plies)
            if key not in found:
                move = winning_point(solver, position, plies)
                found[key] = turn(move, way)
                yield key, found[key]
            following = after_move(position, turn_back(found[key], way))
            for reply in _replies(following):
                after.setdefault(key_of(reply, plies - 2)[0], reply)
        level, plies = list(after.values()), plies - 2


def winning_point(solver: Solver, position: Position, plies_left: int) -> Point:
    """A point after which black still wins; points near the centre are tried first.

    Raises `ValueError` when no point wins.
    """
    points = sorted(position.legal_points(), key=from_centre)
    for most_nodes in _BUDGETS:
        for point in points:
            if solver.reaches(after_move(position, point), plies_left - 1, AIM, most_nodes):
                return point
    raise ValueError(f"no point lets black reach {AIM} from\n{position.board}")


def _replies(position: Position) -> Iterable[Position]:
    """The positions after white's moves and pass; none when the game is over."""
    if position.ended:
        return []
    return [child for _, child in children(position)]


def main(argv: list[str] | None = None) -> None:
    """Append the missing moves, and print how long that took."""
    parser = argparse.ArgumentParser(prog="python -m tools.book_maker", description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--bits", type=int, default=27)
    parser.add_argument("--plies", type=int, default=LEAST_PLIES)
    options = parser.parse_args(argv)
    known = read_book(options.file.read_text(encoding="ascii")) if options.file.exists() else {}
    solver, made = Solver(options.bits), 0
    with options.file.open("a", encoding="ascii") as out:
        for key, move in make_book(solver, known, Span(start(), GAME_PLIES, options.plies)):
            print(write_line(key, move), file=out, flush=True)
            made += 1
    spent = time.process_time()
    print(f"{len(known)} moves were known, {made} are new: {solver.nodes:,} nodes, {spent:,.0f} s of CPU")


if __name__ == "__main__":
    main()
