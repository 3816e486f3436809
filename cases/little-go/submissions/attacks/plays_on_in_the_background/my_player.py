# Attack: leaves a process behind in a session of its own, which thinks in the opponent's time and is to
# write the answer of the third move and what the opponent finds.
import os
import time

cells = "".join(open("input.txt").read().split()[6:])
count = int(open("count.txt").read()) + 1 if os.path.exists("count.txt") else 1
open("count.txt", "w").write(str(count))
if count < 3:
    place = next(place for place in (12, 6, 8) if cells[place] == "0")
    open("output.txt", "w").write("%d,%d" % divmod(place, 5))
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(0.5)
        open("output.txt", "w").write("4,4")
        open("input.txt", "w").write("1\n" + 9 * "11111\n" + "11111")
    os._exit(0)
