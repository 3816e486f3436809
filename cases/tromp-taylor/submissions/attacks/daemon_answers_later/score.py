# Attack: leaves a process behind in a session of its own, which has all the time of the world and
# prints the right answer when the run is over.
import os
import sys
import time


def margin(points):
    n = int(len(points) ** 0.5)
    lead = 0
    for colour in "XO":
        board = {i + i // n: mark for i, mark in enumerate(points)}
        reached = [i for i in board if board[i] == colour]
        for i in reached:
            for j in (i - 1, i + 1, i - n - 1, i + n + 1):
                if board.get(j) == "-":
                    board[j] = colour
                    reached.append(j)
        lead = len(reached) - lead
    return -lead


points = [mark for mark in sys.stdin.buffer.read().decode("latin-1") if mark in "XO-"]
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(2)
        lead = margin(points)
        print("B+%d" % lead if lead > 0 else "W+%d" % -lead if lead < 0 else "Jigo", flush=True)
    os._exit(0)
os.wait()
