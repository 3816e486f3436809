"""The board of the 5x5 game with its rules; put beside every program that has no file of this name.

Boards are lists of rows of 0 (empty), 1 (black, shown X) and 2 (white, shown O).  The names, and what
they do, are those of the module that the course has always handed out.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as in typing, whose import takes as long as Python's own start
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    Rows = list[list[int]]
    Place = tuple[int, int]

FUNCTIONS = {
    "readInput": "read",
    "readOutput": "read",
    "writeNextInput": "write",
    "Counter": "collections",
    "deepcopy": "copy",
}
MODULES = ("argparse", "math", "random", "sys", "timeit")
__all__ = ["GO", *FUNCTIONS, *MODULES]  # noqa: PLE0604


def __getattr__(name: str) -> Any:
    """What `from host import *` has always brought along, imported when it is asked for."""
    if name in MODULES:
        return __import__(name)
    if name in FUNCTIONS:
        return getattr(__import__(FUNCTIONS[name]), name)
    raise AttributeError(f"module 'host' has no attribute {name!r}")


class GO:
    """A board of n x n, the board before the last move, and what was captured last."""

    def __init__(self, n: int) -> None:
        self.size = n
        self.X_move = True
        self.died_pieces: list[Place] = []
        self.n_move = 0
        self.max_move = n * n - 1
        self.komi = n / 2
        self.verbose = False

    def init_board(self, n: int) -> None:
        """Begin with an empty board."""
        self.board: Rows = [[0] * n for _ in range(n)]
        self.previous_board: Rows = copied(self.board)

    def set_board(self, piece_type: int, previous_board: Rows, board: Rows) -> None:
        """Take over two boards; the stones of `piece_type` that are gone are remembered as captured."""
        gone = [
            (i, j)
            for i in range(self.size)
            for j in range(self.size)
            if previous_board[i][j] == piece_type != board[i][j]
        ]
        self.died_pieces.extend(gone)
        self.previous_board, self.board = previous_board, board

    def update_board(self, new_board: Rows) -> None:
        """Take this as the board."""
        self.board = new_board

    def copy_board(self) -> GO:
        """A copy of everything, to try moves on."""
        copy = type(self).__new__(type(self))
        copy.__dict__.update((name, copied(value)) for name, value in self.__dict__.items())
        return copy

    def compare_board(self, board1: Rows, board2: Rows) -> bool:
        """Are two boards the same?"""
        size = range(self.size)
        return all(board1[i][j] == board2[i][j] for i in size for j in size)

    # Chains

    def detect_neighbor(self, i: int, j: int) -> list[Place]:
        """The points above, below, left and right that are on the board."""
        last = len(self.board) - 1
        beside = ((i - 1, j), (i + 1, j), (i, j - 1), (i, j + 1))
        return [(row, column) for row, column in beside if 0 <= row <= last and 0 <= column <= last]

    def detect_neighbor_ally(self, i: int, j: int) -> list[Place]:
        """The neighbours that hold the same as the point itself."""
        here = self.board[i][j]
        return [
            (row, column) for row, column in self.detect_neighbor(i, j) if self.board[row][column] == here
        ]

    def ally_dfs(self, i: int, j: int) -> list[Place]:
        """The chain of a stone, itself first."""
        waiting, found = [(i, j)], []
        while waiting:
            place = waiting.pop()
            found.append(place)
            known = {*waiting, *found}
            waiting.extend(ally for ally in self.detect_neighbor_ally(*place) if ally not in known)
        return found

    def find_liberty(self, i: int, j: int) -> bool:
        """Has the chain of a stone a liberty?"""
        beside = (other for place in self.ally_dfs(i, j) for other in self.detect_neighbor(*place))
        return any(self.board[row][column] == 0 for row, column in beside)

    def find_died_pieces(self, piece_type: int) -> list[Place]:
        """The stones of a colour that have no liberty, row by row."""
        size = range(len(self.board))
        own = ((i, j) for i in size for j in size if self.board[i][j] == piece_type)
        return [place for place in own if not self.find_liberty(*place)]

    def remove_died_pieces(self, piece_type: int) -> list[Place]:
        """Take the stones without a liberty off the board; which they were."""
        died = self.find_died_pieces(piece_type)
        self.remove_certain_pieces(died)
        return died

    def remove_certain_pieces(self, positions: Iterable[Place]) -> None:
        """Take these stones off the board."""
        for row, column in positions:
            self.board[row][column] = 0
        self.update_board(self.board)

    # Moves

    def place_chess(self, i: int, j: int, piece_type: int) -> bool:
        """Put a stone down if that is legal, and say whether it was; captures nothing yet.

        `remove_died_pieces` of the other colour comes next.
        """
        if not self.valid_place_check(i, j, piece_type):
            return False
        self.previous_board = copied(self.board)
        self.board[i][j] = piece_type
        self.update_board(self.board)
        return True

    def valid_place_check(self, i: int, j: int, piece_type: int, test_check: bool = False) -> bool:
        """May this colour be played here?  With `verbose` it is said why not, unless `test_check`."""
        objection = self.objection(i, j, piece_type)
        if objection and self.verbose and not test_check:
            print(f"Illegal move: {objection}")
            self.visualize_board()
        return not objection

    def objection(self, i: int, j: int, piece_type: int) -> str:
        """Why a colour may not play here; empty when it may."""
        last = len(self.board) - 1
        if not (0 <= i <= last and 0 <= j <= last):
            return f"off the board, whose rows and columns are from 0 to {last}"
        if self.board[i][j] != 0:
            return "the point is occupied"
        trial = self.copy_board()
        trial.board[i][j] = piece_type
        if trial.find_liberty(i, j):
            return ""
        trial.remove_died_pieces(3 - piece_type)
        if not trial.find_liberty(i, j):
            return "suicide, no liberty is left there"
        if self.died_pieces and self.compare_board(self.previous_board, trial.board):
            return "ko, the board would be the one before"
        return ""

    # The end

    def game_end(self, piece_type: int, action: str = "MOVE") -> bool:
        """Is the game over: all moves made, or a pass on a board that did not change before it?"""
        if self.n_move >= self.max_move:
            return True
        return action == "PASS" and self.compare_board(self.previous_board, self.board)

    def score(self, piece_type: int) -> int:
        """How many stones a colour has."""
        return sum(row.count(piece_type) for row in self.board)

    def judge_winner(self) -> int:
        """The colour with more points, komi counted for white; 0 when both have as many."""
        black, white = self.score(1), self.score(2) + self.komi
        return 0 if black == white else 1 if black > white else 2

    def visualize_board(self) -> None:
        """Print the board."""
        rule = "-" * 2 * len(self.board)
        print(rule)
        for row in self.board:
            print("".join(f"{' XO'[point]} " for point in row))
        print(rule)

    def play(self, player1: Any, player2: Any, verbose: bool = False) -> int:
        """A game of two objects with `get_input(go, piece_type)`, black first; the colour that won.

        An illegal move loses.
        """
        self.init_board(self.size)
        self.verbose = verbose
        self.n_move, self.X_move, self.died_pieces = 0, True, []
        while True:
            piece_type = 1 if self.X_move else 2
            if verbose:
                self.visualize_board()
            action = (player1 if self.X_move else player2).get_input(self, piece_type)
            if action == "PASS":
                over = self.game_end(piece_type, "PASS")
                self.previous_board = copied(self.board)
            elif self.place_chess(action[0], action[1], piece_type):
                self.died_pieces = self.remove_died_pieces(3 - piece_type)
                over = False
            else:
                return 3 - piece_type
            self.n_move += 1
            self.X_move = not self.X_move
            if over or self.n_move >= self.max_move:
                return self.judge_winner()


def copied(value: Any) -> Any:
    """A deep copy; for lists of numbers much faster than that of the library."""
    if type(value) in (list, tuple):
        return type(value)(copied(each) for each in value)
    if isinstance(value, (int, float)):
        return value
    from copy import deepcopy

    return deepcopy(value)
