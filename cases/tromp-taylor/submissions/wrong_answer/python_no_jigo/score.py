# Wrong: has no word for equal points and prints B+0.
import sys
from math import isqrt

board = bytearray(byte for byte in sys.stdin.buffer.read() if byte in b"-XO")
size = isqrt(len(board))


def near(p):
    if p >= size:
        yield p - size
    if p + size < len(board):
        yield p + size
    if p % size:
        yield p - 1
    if p % size != size - 1:
        yield p + 1


lead = board.count(b"X") - board.count(b"O")
for start in range(len(board)):
    if board[start] != ord("-"):
        continue
    board[start] = ord("v")
    queue, colours = [start], set()
    for p in queue:  # grows while it is walked
        for q in near(p):
            if board[q] == ord("-"):
                board[q] = ord("v")
                queue.append(q)
            colours.add(board[q])
    colours.discard(ord("v"))
    if colours == {ord("X")}:
        lead += len(queue)
    if colours == {ord("O")}:
        lead -= len(queue)
print(f"{'W' if lead < 0 else 'B'}+{abs(lead)}")
