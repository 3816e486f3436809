# As white it thinks without end.
nodes = 0
while open("input.txt").read(1) == "2":
    nodes += 1
open("output.txt", "w").write("2,2")
