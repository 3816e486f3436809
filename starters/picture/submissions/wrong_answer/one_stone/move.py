# Looks at the stone beside the move, not at its chain.
import sys
import tkinter


def near(board, row, col):
    around = [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]
    return [(r, c) for r, c in around if 0 <= r < len(board) and 0 <= c < len(board[0])]


def play(board, row, col):
    board[row][col] = "X"
    for r, c in near(board, row, col):
        if board[r][c] == "O" and not any(board[y][x] == "." for y, x in near(board, r, c)):
            board[r][c] = "."
    return board


def draw(board):
    step = 30
    window = tkinter.Tk()
    window.title("after the move")
    wide, high = step * (len(board[0]) + 1), step * (len(board) + 1)
    canvas = tkinter.Canvas(window, width=wide, height=high, bg="#F7DCB4")
    canvas.pack()
    for row in range(1, len(board) + 1):
        canvas.create_line(step, step * row, wide - step, step * row)
    for col in range(1, len(board[0]) + 1):
        canvas.create_line(step * col, step, step * col, high - step)
    for row, line in enumerate(board, start=1):
        for col, sign in enumerate(line, start=1):
            if sign != ".":
                x, y, half = step * col, step * row, 0.45 * step
                colour = {"X": "black", "O": "white"}[sign]
                canvas.create_oval(x - half, y - half, x + half, y + half, fill=colour)
    window.mainloop()


first, *lines = sys.stdin.read().split("\n")
row, col = map(int, first.split())
draw(play([list(line) for line in lines if line], row, col))
