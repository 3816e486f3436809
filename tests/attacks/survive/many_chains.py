# Tries: the same in twelve chains at once, which also change their groups at each step.
# Seen: all chains are dead when the run is over.
# Against: end; judged: alive; control: naive; limits: cpu_s=4 wall_s=1
import os
import time

for _ in range(12):
    if os.fork() == 0:
        os.closerange(0, 3)
        end = time.monotonic() + 5
        while time.monotonic() < end:
            try:
                os.setpgid(0, 0)
            except OSError:
                pass
            if os.fork():
                os._exit(0)
            time.sleep(0.001)
        os._exit(0)
time.sleep(0.5)
os._exit(0)
