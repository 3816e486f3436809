# Prints without end: a left-over debugging line in a loop that does not stop.
point = 0
while True:
    print("Problem 0: rule checking: looking at", point)
    point = (point + 1) % 81
