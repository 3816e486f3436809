# Wrong: the result is right, but a line for the author's own eyes is printed before it.
import sys
from itertools import count

text = [c for c in map(chr, sys.stdin.buffer.read()) if c in "XO-"]
n = next(k for k in count() if k * k >= len(text))
reach = [set(c) & {"X", "O"} for c in text]
for colour in "XO":
    todo = [i for i, c in enumerate(text) if c == colour]
    while todo:
        i = todo.pop()
        for j, inside in ((i - n, i >= n), (i + n, i + n < n * n), (i - 1, i % n), (i + 1, (i + 1) % n)):
            if inside and text[j] == "-" and colour not in reach[j]:
                reach[j].add(colour)
                todo.append(j)
black, white = reach.count({"X"}), reach.count({"O"})
print("size", n, "black", black, "white", white)
print("Jigo" if black == white else f"B+{black - white}" if black > white else f"W+{white - black}")
