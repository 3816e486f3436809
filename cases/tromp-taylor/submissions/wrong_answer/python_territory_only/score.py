# Wrong: counts territory as in Japanese scoring; the stones themselves are worth nothing.
import sys

board = [letter for letter in sys.stdin.buffer.read().decode("latin-1") if letter in "XO-"]
n = 0
while n * n < len(board):
    n += 1
points = {"X": 0, "O": 0}
for start, letter in enumerate(board):
    if letter != "-":
        continue
    board[start] = "+"
    stack, size, sees = [start], 0, set()
    while stack:
        p = stack.pop()
        size += 1
        for q, on in ((p - n, p >= n), (p + n, p + n < len(board)), (p - 1, p % n), (p + 1, (p + 1) % n)):
            if on and board[q] == "-":
                board[q] = "+"
                stack.append(q)
            if on and board[q] in points:
                sees.add(board[q])
    if len(sees) == 1:
        points[sees.pop()] += size
lead = points["X"] - points["O"]
print("Jigo" if lead == 0 else f"{'B' if lead > 0 else 'W'}+{abs(lead)}")
