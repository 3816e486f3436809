# Tries: to use CPU time without end, in spins too short for a clock that ticks.
# Seen: the run ends for its CPU time.
# Against: cpu; judged: over_time; control: loose cpu_s=8 wall_s=8; limits: cpu_s=0.5 wall_s=4; ends: cpu
import time

while time.process_time() < 2.2:
    stop = time.perf_counter() + 0.002
    while time.perf_counter() < stop:
        pass
    time.sleep(0.00005)
