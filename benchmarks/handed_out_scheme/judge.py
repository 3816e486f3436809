"""One ply of the scheme that courses hand out: a process that judges the answer after each move.

It reads the position from the player's `input.txt`, plays the answer and writes the next `input.txt`. Its
exit code is 0 to go on, 1 if black has won, 2 if white has won.
"""

import argparse
import sys

from host import GO
from read import readInput, readOutput
from write import writeNextInput


def judged(ply: int) -> int:
    colour, previous, board = readInput(5)
    game = GO(5)
    game.set_board(colour, previous, board)
    game.n_move = ply
    action, row, column = readOutput()
    if action == "MOVE":
        if not game.place_chess(row, column, colour):
            return 3 - colour
        game.died_pieces = game.remove_died_pieces(3 - colour)
    if game.game_end(colour, action) or ply >= 24:
        return game.judge_winner()
    writeNextInput(3 - colour, board if action == "PASS" else game.previous_board, game.board)
    return 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--move", "-m", type=int, default=0)
    sys.exit(judged(parser.parse_args().move))
