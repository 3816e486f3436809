"""How the programs of this folder draw on a canvas."""

STEP = 30


def paint(canvas, stones, left=0, top=0):
    x = [left + STEP * (i + 1) for i in range(9)]
    y = [top + STEP * (i + 1) for i in range(9)]
    for i in range(9):
        canvas.create_line(x[0], y[i], x[8], y[i])
        canvas.create_line(x[i], y[0], x[i], y[8])
    for (row, col), colour in stones.items():
        fill = "black" if colour == -1 else "white"
        canvas.create_oval(x[col] - 12, y[row] - 12, x[col] + 12, y[row] + 12, fill=fill)
