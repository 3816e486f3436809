"""`python -m tools.book_maker FILE [--bits N] [--plies N]`: make or resume a book.

Every proved move is appended to FILE at once, and the next run resumes there.  With `--bits 27` the table
takes 4 GiB, and the first run proves the opening move.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path

from gograde.arena.players.book import LEAST_PLIES, Span, make_book, read_book, write_line
from gograde.go.solver.exact import GAME_PLIES, Solver, start


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
