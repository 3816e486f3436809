"""Legal boards: fill in the two functions below.

    python3 chessboard.py        tries them on the examples of the statement

A board is a list of rows, a row a list of numbers: board[row][col] is EMPTY, BLACK or WHITE.
Row 0 is at the top, column 0 on the left. All rows have the same length; it need not be the
number of rows, and there may be no rows, or rows without points.
"""

EMPTY, BLACK, WHITE = 0, 1, 2


# ---------------------------------------------------------------- for you to fill in


def legal_chessboard(board, mover=None):
    """A new board, without the chains that have no liberty.

    Without `mover`, all of them are taken off at once. With it, it is BLACK or WHITE: the player
    who has just moved. Then the other player's chains are taken off first, liberties are counted
    again, and the mover's own chains without a liberty follow.
    Do not change `board` itself.
    """
    return None


def chains(board):
    """Every chain of the board as it is; worth extra points.

    Give a list of {"color": BLACK or WHITE, "stones": [[row, col], ...], "liberties": number}.
    Do not change `board` itself.
    """
    return None


# ---------------------------------------------------------------- trying it

EXAMPLES = [  # board, mover, the legal board
    ("..X. / .XOX / ..X.", None, "..X. / .X.X / ..X."),
    ("XXO / XO. / O..", None, "..O / .O. / O.."),
    ("XO. / OX. / X..", None, ".O. / .X. / X.."),
    (".OX. / OX.X / .OX.", None, ".OX. / OX.X / .OX."),
    ("XO", None, ".."),
    ("XO", BLACK, "X."),
    ("XO", WHITE, ".O"),
    ("", None, ""),
]


def read(picture):
    """The board of a picture such as "XO. / ..X"."""
    return [[".XO".index(letter) for letter in row] for row in picture.replace(" ", "").split("/") if row]


def show(board):
    """The picture of a board."""
    return " / ".join("".join(".XO"[point] for point in row) for row in board) or "[]"


def try_out(picture, mover, right):
    """Call `legal_chessboard` on an example, and say what came back."""
    board = read(picture)
    found = legal_chessboard(board) if mover is None else legal_chessboard(board, mover)
    if found is None:
        return "nothing yet"
    if found is board or board != read(picture):
        return "WRONG, the board that was passed in is changed or returned"
    found = [[int(point) for point in row] for row in found]
    if found != read(right):
        return "WRONG, %s is not %s" % (show(found), show(read(right)))
    return "right, " + show(found)


if __name__ == "__main__":
    for picture, mover, right in EXAMPLES:
        print("%s, mover %s: %s" % (picture or "[]", mover, try_out(picture, mover, right)))
    print("the chains of XX. / O.X:")
    for chain in chains(read("XX. / O.X")) or ["nothing yet"]:
        print("   ", chain)
