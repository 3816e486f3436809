"""A player in plain Python, like a student's first: a random legal point."""

import random

from host import GO
from read import readInput
from write import writeOutput


def choose(go: GO, colour: int) -> tuple[int, int] | str:
    places = [(i, j) for i in range(go.size) for j in range(go.size)]
    legal = [(i, j) for i, j in places if go.valid_place_check(i, j, colour, test_check=True)]
    return random.choice(legal) if legal else "PASS"


if __name__ == "__main__":
    colour, previous, board = readInput(5)
    game = GO(5)
    game.set_board(colour, previous, board)
    writeOutput(choose(game, colour))
