"""A player that needs numpy: it prefers legal points near stones."""

import numpy as np
from host import GO
from read import readInput
from write import writeOutput

if __name__ == "__main__":
    colour, previous, board = readInput(5)
    game = GO(5)
    game.set_board(colour, previous, board)
    stones = np.pad(np.array(board) > 0, 1).astype(float)
    near = stones[:-2, 1:-1] + stones[2:, 1:-1] + stones[1:-1, :-2] + stones[1:-1, 2:]
    worth = near + np.random.default_rng().random((5, 5))
    legal = [(i, j) for i in range(5) for j in range(5) if game.valid_place_check(i, j, colour, True)]
    writeOutput(max(legal, key=lambda place: worth[place]) if legal else "PASS")
