"""`python -m benchmarks`: all tables in one run, into `docs/benchmarks.md`.

`python -m benchmarks NAME…` prints some of the tables; with the name of a simulation, and what it takes, it
runs that.
"""

from __future__ import annotations

import argparse
import importlib
import os
import platform
import sys
import tempfile
from pathlib import Path

from benchmarks.runs import backends
from benchmarks.table import Settings

TABLES = {
    "classes": "A class",
    "growth": "Growth of a class with five assignments",
    "runs": "One run, and a check",
    "games": "Games",
    "kernels": "Kernels",
}
"""Each module's `text` makes a table."""

SIMULATIONS = ("collusion", "engine", "league", "pictures", "series", "styles")
"""Each module's `main` prints what it finds about strengths, marks or pictures."""

DOCUMENT = Path(__file__).parents[1] / "docs" / "benchmarks.md"

HEAD = """\
# Benchmarks

`make bench` writes this page: each figure comes from one run on one machine, gograde and its peers in turn, and is
the median of its repeats (here {repeats}; the demo and growth are measured once). The ratio is gograde's by the peer's.

{cores} cores, Python {python}, {machine}; sandboxes: {sandboxes}.
"""  # noqa: E501 - lines of Markdown


def main(words: list[str]) -> None:
    """Write the page, print some tables, or run a simulation."""
    if words and words[0] in SIMULATIONS:
        simulate = importlib.import_module(f"benchmarks.{words[0]}").main
        simulate(words[1:]) if words[1:] else simulate()
        return
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=", ".join((*TABLES, *SIMULATIONS)))
    parser.add_argument("--repeats", type=int, default=3, help="of each measurement [3]")
    parser.add_argument("--students", default="10,60,300", help="of the classes of the table of growth")
    given = parser.parse_args(words)
    unknown = sorted(set(given.names) - set(TABLES))
    if unknown:
        choices = ", ".join((*TABLES, *SIMULATIONS))
        sys.exit(f"no benchmark named {', '.join(unknown)}\nFix: choose among {choices}")
    with tempfile.TemporaryDirectory(prefix="gograde-bench-") as room:
        Path(room).chmod(0o755)
        settings = Settings(given.repeats, [int(one) for one in given.students.split(",")], Path(room))
        parts = [_section(name, settings) for name in given.names or TABLES]
        if given.names:
            print("\n".join(parts))
        else:
            DOCUMENT.write_text("\n".join([_head(given.repeats), *parts]), encoding="utf-8")


def _section(name: str, settings: Settings) -> str:
    return f"## {TABLES[name]}\n\n{importlib.import_module(f'benchmarks.{name}').text(settings)}\n"


def _head(repeats: int) -> str:
    return HEAD.format(
        repeats=repeats,
        cores=len(os.sched_getaffinity(0)),
        python=platform.python_version(),
        machine=platform.machine(),
        sandboxes=", ".join(backends()) or "none",
    )


if __name__ == "__main__":
    main(sys.argv[1:])
