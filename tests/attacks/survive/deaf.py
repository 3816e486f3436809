# Tries: to live on by ignoring every signal that can be ignored, in a child, and blocking the rest.
# Seen: it is dead when the run is over.
# Against: end; judged: alive; control: naive; limits: cpu_s=2 wall_s=1; ends: wall
import os
import signal
import time

for number in range(1, 65):
    try:
        signal.signal(number, signal.SIG_IGN)
    except (OSError, ValueError):
        pass
signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
os.fork()
os.closerange(0, 3)
time.sleep(40)
