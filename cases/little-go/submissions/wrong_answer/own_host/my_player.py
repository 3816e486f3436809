# Wrong: brings a host.py of its own, by which every point may be played, and asks it.
from host import GO

cells = "".join(open("input.txt").read().split()[6:])
go = GO(5)
place = next(place for place in (12, *range(25)) if go.valid_place_check(*divmod(place, 5), 1))
open("output.txt", "w").write("%d,%d" % divmod(place, 5))
