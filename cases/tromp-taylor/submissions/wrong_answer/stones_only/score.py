# Wrong: counts the stones and forgets the empty points.
import sys

board = sys.stdin.buffer.read()
black, white = board.count(b"X"), board.count(b"O")
if black == white:
    print("Jigo")
else:
    print("%s+%d" % ("B" if black > white else "W", abs(black - white)))
