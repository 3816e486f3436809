# Wrong: a recursive search whose RecursionError is caught and forgotten, so that a large
# region is cut into pieces, some of which meet no stone, or not all of them.
import sys

text = sys.stdin.buffer.read().decode("latin-1")
text = "".join(x for x in text if x in "XO-")
n = int(len(text) ** 0.5)
area = {"X": text.count("X"), "O": text.count("O")}
visited = set()


def visit(row, col, region, borders):
    if row < 0 or col < 0 or row >= n or col >= n:
        return
    cell = text[row * n + col]
    if cell != "-":
        borders.add(cell)
        return
    if (row, col) in visited:
        return
    visited.add((row, col))
    region.append((row, col))
    visit(row - 1, col, region, borders)
    visit(row, col - 1, region, borders)
    visit(row, col + 1, region, borders)
    visit(row + 1, col, region, borders)


for row in range(n):
    for col in range(n):
        if text[row * n + col] == "-" and (row, col) not in visited:
            region, borders = [], set()
            try:
                visit(row, col, region, borders)
            except RecursionError:
                pass  # "works now"
            if len(borders) == 1:
                area[borders.pop()] += len(region)

if area["X"] > area["O"]:
    print("B+%d" % (area["X"] - area["O"]))
elif area["O"] > area["X"]:
    print("W+%d" % (area["O"] - area["X"]))
else:
    print("Jigo")
