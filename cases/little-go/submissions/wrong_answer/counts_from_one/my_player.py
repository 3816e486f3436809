# Wrong: counts rows and columns from 1.
cells = "".join(open("input.txt").read().split()[6:])
order = sorted(range(25), key=lambda place: abs(place // 5 - 1) + abs(place % 5 - 1))
empty = [place for place in order if cells[place] == "0"]
open("output.txt", "w").write("%d,%d" % (empty[0] // 5 + 1, empty[0] % 5 + 1))
