# Wrong: looks at the board as it was after its own last move, where the opponent's stone is not yet.
cells = "".join(open("input.txt").read().split()[1:6])
place = next(place for place in (12, *range(25)) if cells[place] == "0")
open("output.txt", "w").write("%d,%d" % divmod(place, 5))
