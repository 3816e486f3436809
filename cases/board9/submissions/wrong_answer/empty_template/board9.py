"""Reading a 9x9 board: fill in the four functions below, leave the rest as it is or not.

    python3 board9.py            answers the boards train_0.txt ... train_5.txt
    python3 board9.py test       the same for test_0.txt ... test_5.txt

A board is a list of 9 lists of 9 numbers: board[row][col] is BLACK, WHITE or EMPTY.
Row 0 is at the top, column 0 on the left.
"""

import os
import sys
import tkinter as tk

SIZE = 9
BLACK, EMPTY, WHITE = -1, 0, 1

TAG = sys.argv[1] if len(sys.argv) > 1 else "train"
HERE = os.path.dirname(os.path.abspath(__file__))
PROBLEMS = ["0", "00", "1", "2", "3", "4", "5"]


# ---------------------------------------------------------------- for you to fill in


def has_liberty(board, row, col):
    """Does the chain of the stone at (row, col) have a liberty?

    A chain is a stone together with all stones of its colour that are connected to it
    along the lines; a liberty is an empty point next to any of its stones.
    Give True or False.
    """
    return None


def obeys_rule_1(board):
    """Does every chain on the board, black or white, have a liberty?

    Give True or False. Problems 0 and 00 ask for it.
    """
    return None


def capture_points(board):
    """Where can White capture?

    Give a pair (points, after):
      points  a list of (row, col): every empty point where a white stone takes the last
              liberty of at least one black chain; an empty list when there is none
      after   a new board: all those white stones placed, and then every black chain
              without a liberty taken off
    Do not change `board` itself. Problems 1 to 4 ask for it.
    """
    return None


def legal_points(board):
    """Where may White play?

    Give a list of (row, col): every empty point where, after the black chains without a
    liberty have been taken off, the chain of the new white stone has a liberty.
    Do not change `board` itself. Problem 5 asks for it.
    """
    return None


# ---------------------------------------------------------------- reading and writing


def read_board(path):
    """The board in a file of lines `row col colour`."""
    board = [[EMPTY] * SIZE for _ in range(SIZE)]
    with open(path) as file:
        for line in file:
            if line.strip():
                row, col, colour = (int(word) for word in line.split())
                board[row][col] = colour
    return board


def section(problem, lines):
    """The part of the answer file for one problem."""
    return "\n".join(["%s_%s" % (TAG, problem)] + lines) + "\n"


def write_answers(sections):
    """The answer file: the sections with an empty line between them."""
    with open(os.path.join(HERE, "answer_%s.txt" % TAG), "w") as file:
        file.write("\n".join(sections))


# ---------------------------------------------------------------- drawing

STEP = 50  # pixels from line to line
RADIUS = 20  # of a stone


def show(board, title):
    """Draw a board in a window of its own, and wait until it is closed."""
    root = tk.Tk()
    root.title(title)
    canvas = tk.Canvas(root, width=STEP * (SIZE + 1), height=STEP * (SIZE + 1), bg="#F7DCB4")
    for i in range(1, SIZE + 1):
        canvas.create_line(STEP, STEP * i, STEP * SIZE, STEP * i)
        canvas.create_line(STEP * i, STEP, STEP * i, STEP * SIZE)
    for row in range(SIZE):
        for col in range(SIZE):
            if board[row][col] != EMPTY:
                x, y = STEP * (col + 1), STEP * (row + 1)
                colour = "black" if board[row][col] == BLACK else "white"
                canvas.create_oval(x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS, fill=colour)
    canvas.pack()
    root.mainloop()


# ---------------------------------------------------------------- the seven problems


def answer(problem, board):
    """The lines that answer one problem, None when its function is not written yet."""
    if problem in ("0", "00"):
        verdict = obeys_rule_1(board)
        return None if verdict is None else [str(verdict)]
    if problem == "5":
        points = legal_points(board)
        return None if points is None else ["%d %d" % point for point in points]
    found = capture_points(board)
    if found is None:
        return None
    points, after = found
    show(after, "%s_%s after" % (TAG, problem))
    return ["%d %d" % point for point in points]


def main():
    sections = []
    for problem in PROBLEMS:
        board = read_board(os.path.join(HERE, "%s_%s.txt" % (TAG, problem)))
        show(board, "%s_%s" % (TAG, problem))
        lines = answer(problem, board)
        if lines is None:
            print("nothing yet for problem %s" % problem)
        else:
            print("problem %s answered: %s" % (problem, ", ".join(lines)))
            sections.append(section(problem, lines))
    write_answers(sections)


if __name__ == "__main__":
    main()
