# Tries: to use CPU time without end, in spins too short for a clock that ticks.
# Against: cpu
# Seen: the run ends for its CPU time.
# Judged: over_time
# Control: loose cpu_s=8 wall_s=8
# Limits: cpu_s=0.5 wall_s=4
# Ends: cpu
import time

while time.process_time() < 2.2:
    stop = time.perf_counter() + 0.002
    while time.perf_counter() < stop:
        pass
    time.sleep(0.00005)
