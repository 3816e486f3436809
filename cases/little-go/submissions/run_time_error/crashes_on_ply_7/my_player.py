# Counts its moves in a file of its own, and crashes on the fourth: ply 7 as black, ply 8 as white.
import os

lines = open("input.txt").read().split()
cells = "".join(lines[6:])
count = int(open("count.txt").read()) + 1 if os.path.exists("count.txt") else 0
open("count.txt", "w").write(str(count))
row = ("first", "second", "third").index(["first", "second", "third", "fourth"][count]) + 1
empty = [place for place in (12, 6, 8, 16, 18, 2, 10, 14, 22) if cells[place] == "0"]
open("output.txt", "w").write("%d,%d" % divmod(empty[0], 5))
