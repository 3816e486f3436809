# Tries: to start 3000 threads, which are no processes.
# Seen: the run ends for its processes, since each thread counts as one.
# Against: processes; judged: processes alive; control: loose processes=200;
#   limits: processes=16 cpu_s=2 wall_s=3; ends: processes
import os
import threading
import time

threading.stack_size(65536)
made = 0
try:
    for _ in range(3000):
        threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
        made += 1
except RuntimeError:
    pass
os.write(1, b"made %d threads\n" % made)
time.sleep(60)
