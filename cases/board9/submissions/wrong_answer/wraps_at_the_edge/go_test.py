# Wrong: board[-1] is the last row in Python, and only the other edge is looked after. So
# row 0 has neighbours in row 8 and column 0 in column 8.
from tkinter import *


def near(r, c):
    points = [(r - 1, c), (r, c - 1)]
    if r + 1 < 9:
        points.append((r + 1, c))
    if c + 1 < 9:
        points.append((r, c + 1))
    return [(a % 9, b % 9) for a, b in points]  # "so that no index is negative"


def alive(board, r, c):
    seen, stack = [(r, c)], [(r, c)]
    while stack:
        p = stack.pop()
        for a, b in near(*p):
            if board[a][b] == 0:
                return True
            if board[a][b] == board[r][c] and (a, b) not in seen:
                seen.append((a, b))
                stack.append((a, b))
    return False


def without_dead(board, colour):
    return [
        [0 if board[r][c] == colour and not alive(board, r, c) else board[r][c] for c in range(9)] for r in range(9)
    ]


def white_at(board, r, c):
    trial = [row[:] for row in board]
    trial[r][c] = 1
    return trial, without_dead(trial, -1)


def eats(board, r, c):
    trial, after = white_at(board, r, c)
    return trial != after


def legal(board, r, c):
    return alive(white_at(board, r, c)[1], r, c)


def draw(board):
    root = Tk()
    canvas = Canvas(root, width=500, height=500, bg='#F7DCB4')
    for r in range(9):
        for c in range(9):
            if board[r][c]:
                canvas.create_oval(
                    50 * c + 30, 50 * r + 30, 50 * c + 70, 50 * r + 70, fill=['white', 'black'][board[r][c] < 0]
                )
    canvas.pack()
    root.mainloop()


answer = open('answer_for_test.txt', 'w')
for n in ['0', '00', '1', '2', '3', '4', '5']:
    board = [[0] * 9 for i in range(9)]
    for line in open('test_%s.txt' % n):
        if line.strip():
            r, c, colour = [int(x) for x in line.split()]
            board[r][c] = colour
    draw(board)
    answer.write('test_%s\n' % n)
    if n in ['0', '00']:
        answer.write('%s\n' % (without_dead(board, 1) == board and without_dead(board, -1) == board))
    else:
        question = legal if n == '5' else eats
        for r in range(9):
            for c in range(9):
                if board[r][c] == 0 and question(board, r, c):
                    answer.write('%d %d\n' % (r, c))
    answer.write('\n')
answer.close()
