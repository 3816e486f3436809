# Tries: to hold 500 processes that use no CPU time, so that no clock ends them.
# Seen: the run ends for its processes, few above the limit.
# Against: processes; judged: processes alive; control: loose processes=200;
#   limits: processes=16 cpu_s=2 wall_s=3; ends: processes
import os
import time

made = 0
for _ in range(500):
    try:
        if os.fork() == 0:
            time.sleep(60)
            os._exit(0)
        made += 1
    except OSError:
        break
os.write(1, b"made %d processes\n" % made)
time.sleep(60)
