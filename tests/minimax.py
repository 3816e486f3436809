"""Minimax on bytes, independent of the library: slow, for comparison with the fast solver."""

from gograde.go import Position

State = tuple[bytes, int, int, bytes, bool]
"""The board, whose turn (1 black, 2 white), plies left, the board a ply ago, does a pass end the game."""


class Minimax:
    """Values of positions on one size of board."""

    def __init__(self, rows: int, cols: int) -> None:
        self.around = {
            r * cols + c: [
                (r + i) * cols + c + j
                for i, j in ((0, 1), (1, 0), (0, -1), (-1, 0))
                if 0 <= r + i < rows and 0 <= c + j < cols
            ]
            for r in range(rows)
            for c in range(cols)
        }
        self.known: dict[State, int] = {}

    def value(self, state: State) -> int:
        """Black's stones less white's at the end."""
        if state not in self.known:
            board, turn, plies, _, passed = state
            score = board.count(1) - board.count(2)
            best = max if turn == 1 else min
            after = {} if plies == 0 else self.children(state)
            found = [self.value(child) for place, child in after.items() if place >= 0 or not passed]
            self.known[state] = best([score, *found] if passed else found) if after else score
        return self.known[state]

    def children(self, state: State) -> dict[int, State]:
        """What each legal move leads to; -1 is the pass, after which the game may be over."""
        board, turn, plies, before, _ = state
        after = {-1: (board, 3 - turn, plies - 1, board, True)}
        for place in [place for place, cell in enumerate(board) if not cell]:
            played = self.played(board, place, turn)
            if played is not None and played != before:
                after[place] = (played, 3 - turn, plies - 1, board, False)
        return after

    def played(self, board: bytes, place: int, turn: int) -> bytes | None:
        """The board after a move, None for suicide."""
        cells = bytearray(board)
        cells[place] = turn
        for other in self.around[place]:
            if cells[other] == 3 - turn:
                stones, free = self.group(cells, other)
                if not free:
                    for stone in stones:
                        cells[stone] = 0
        return bytes(cells) if self.group(cells, place)[1] else None

    def group(self, cells: bytes | bytearray, place: int) -> tuple[set[int], set[int]]:
        """The chain of a stone, and its liberties."""
        stones, free = {place}, set()
        todo = [place]
        while todo:
            for other in self.around[todo.pop()]:
                if not cells[other]:
                    free.add(other)
                elif cells[other] == cells[place] and other not in stones:
                    stones.add(other)
                    todo.append(other)
        return stones, free


def state_of(position: Position, plies: int) -> State:
    """A position that has not ended, as bytes."""
    board = position.board.cells
    before = position.previous.cells if position.previous else b""
    return board, int(position.to_play), plies, before, position.passes > 0 or before == board


def ask(oracle: Minimax, position: Position, plies: int) -> int:
    """The value of a position."""
    return oracle.value(state_of(position, plies))
