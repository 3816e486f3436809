# Tries: to hold up the grader: a child keeps the program's streams open after the program's end.
# Seen: the run is over when the program is, and the child dead.
# Against: end; judged: alive late; control: naive; limits: cpu_s=2 wall_s=1
import os
import time

if os.fork() == 0:
    time.sleep(6)
    os._exit(0)
os.write(1, b"done\n")
os._exit(0)
