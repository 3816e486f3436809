# Wrong: knows the results of the examples in the statement by heart, and else hopes for a draw.
import sys

KNOWN = {"---X-O------X-O------X-O------XO--O-XXXO-OO-----XO--OO---X-O------X-O-X------O---": "W+6"}
points = "".join(c for c in sys.stdin.buffer.read().decode("latin-1") if c in "XO-")
print(KNOWN.get(points, "Jigo"))
