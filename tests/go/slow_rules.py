"""The rule of a move by the program of a careful student, which shares no code with `gograde.go`."""

from gograde.assignments.board_control.careful_program import solve
from gograde.go.board import Board, Point, Stone


def play(board: Board, stone: Stone, point: Point) -> Board | None:
    """The board after a move on a board that obeys rule 1, or None when it is illegal."""
    if point not in board or board.get(point):
        return None
    placed = board.with_stones(stone, [point]).to_rows()
    after = Board.from_rows(solve("legal", {"board": placed, "mover": int(stone)}))
    return after if after.get(point) else None
