# Tries: to leave sleeping children behind, some of whom nobody is the parent of any more.
# Seen: they are dead when the run is over.
# Against: end; judged: alive; control: naive; limits: cpu_s=2 wall_s=3
import os
import time

for depth in range(5):
    if os.fork() == 0:
        os.closerange(0, 3)
        for _ in range(depth):
            if os.fork():
                os._exit(0)
        time.sleep(40)
        os._exit(0)
time.sleep(0.3)
os.write(1, b"done\n")
os._exit(0)
