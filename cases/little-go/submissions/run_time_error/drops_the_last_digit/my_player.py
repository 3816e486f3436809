# Crashes: drops the last character of each line, and with it the last digit (IndexError).
rows = [line[:-1] for line in open("input.txt")][6:]
free = [(r, c) for r in range(5) for c in range(5) if rows[r][c] == "0"]
open("output.txt", "w").write("%d,%d" % free[len(free) // 2])
