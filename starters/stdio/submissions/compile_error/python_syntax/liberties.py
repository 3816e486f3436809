# A colon is missing.
import sys

EMPTY = "."



def count(board, row, col)
    return 0


first, *lines = sys.stdin.read().split()
print(count(lines[1:], int(first), int(lines[0])))
