# Wrong: what it thinks stands before the answer.
cells = "".join(open("input.txt").read().split()[6:])
with open("output.txt", "w") as out:
    print("best so far:", cells.count("0"), file=out)
    print("2,2" if cells[12] == "0" else "1,1", file=out)
