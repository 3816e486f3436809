# Wrong: looks at all eight points around a point; diagonal points are no neighbours.
import sys

data = bytes(x for x in sys.stdin.buffer.read() if x in b"XO-")
n = 0
while n * n < len(data):
    n += 1

labels = [None] * len(data)
black = data.count(b"X")
white = data.count(b"O")
for start in range(len(data)):
    if data[start:start + 1] != b"-" or labels[start] is not None:
        continue
    labels[start] = start
    group = [start]
    colours = set()
    for point in group:
        y, x = divmod(point, n)
        for j in range(max(0, y - 1), min(n, y + 2)):
            for i in range(max(0, x - 1), min(n, x + 2)):
                other = j * n + i
                if data[other:other + 1] != b"-":
                    colours.add(data[other])
                elif labels[other] is None:
                    labels[other] = start
                    group.append(other)
    if colours == {ord("X")}:
        black += len(group)
    elif colours == {ord("O")}:
        white += len(group)

if black == white:
    print("Jigo")
else:
    print(("B+" if black > white else "W+") + str(abs(black - white)))
