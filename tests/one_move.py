"""A player whose games end at its second move at the latest."""

from __future__ import annotations

PROGRAM = """
import pathlib, sys
from read import readInput
from write import writeOutput, writePass
seen = pathlib.Path("seen.txt")
if seen.exists():
    sys.exit(TOLD)
seen.write_text("")
black = readInput(5)[0] == 1
writeOutput((2, 2)) if black and OPENS else writePass()
"""


def one_move(opens: bool, told: str = "one move is enough") -> str:
    """As black it opens in the centre and crashes on its next move, or passes and so loses at once."""
    return PROGRAM.replace("TOLD", repr(told)).replace("OPENS", str(opens))
