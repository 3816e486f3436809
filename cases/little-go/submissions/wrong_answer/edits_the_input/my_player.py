# Wrong: empties the boards in input.txt, which the first judge of the course took for the game, and plays
# the centre whatever stands there.
colour = open("input.txt").read(1)
open("input.txt", "w").write("\n".join([colour, *["00000"] * 10]))
open("output.txt", "w").write("2,2")
