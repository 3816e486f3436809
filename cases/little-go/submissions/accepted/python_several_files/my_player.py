# A program of several files, and with one of its own that it keeps through a game.
import json
import os

from host import GO
from read import readInput
from strategy import best
from write import writeOutput, writePass

WEIGHTS = json.load(open("weights.json"))


def ply(colour, before):
    """The ply of this move; the protocol does not tell it."""
    first = not any(map(any, before))
    number = colour if first or not os.path.exists("step.txt") else int(open("step.txt").read()) + 2
    open("step.txt", "w").write(str(number))
    return number


colour, before, now = readInput(5)
go = GO(5)
go.set_board(colour, before, now)
point = best(go, colour, 24 - ply(colour, before), WEIGHTS)
if point is None:
    writePass()
else:
    writeOutput(point)
