# Wrong: thinks that the first line is the first row, so that its points tell the size. Right
# as long as every line is a row; wrong when line breaks are elsewhere or missing.
import sys


def is_point(letter):
    return letter in "XO-"


text = sys.stdin.buffer.read().decode("latin-1")
points = list(filter(is_point, text))
width = len(list(filter(is_point, text.split("\n")[0]))) or 1
height = (len(points) + width - 1) // width
board = {divmod(i, width): letter for i, letter in enumerate(points)}
visited = set()


def territory(start):
    stack, size, colours = [start], 0, set()
    visited.add(start)
    while stack:
        row, col = stack.pop()
        size += 1
        for q in [(row - 1, col), (row + 1, col), (row, col - 1), (row, col + 1)]:
            letter = board.get(q)
            if letter == "-" and q not in visited:
                visited.add(q)
                stack.append(q)
            elif letter in ("X", "O"):
                colours.add(letter)
    return size, colours


black, white = points.count("X"), points.count("O")
for point, letter in board.items():
    if letter == "-" and point not in visited:
        size, colours = territory(point)
        if colours == {"X"}:
            black += size
        if colours == {"O"}:
            white += size

if black > white:
    print("B+" + str(black - white))
elif white > black:
    print("W+" + str(white - black))
else:
    print("Jigo")
