# Tries: to use eight times the CPU time, on eight processes at once.
# Seen: the run ends for its CPU time.
# Against: cpu; judged: over_time; control: loose cpu_s=8 wall_s=8; limits: cpu_s=0.5 wall_s=4; ends: cpu
import os
import time

for _ in range(8):
    if os.fork() == 0:
        while time.process_time() < 0.3:
            pass
        os._exit(0)
for _ in range(8):
    os.wait()
