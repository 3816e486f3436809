# Tries: to take memory in a grandchild whose parents sleep or have ended.
# Against: memory
# Seen: the run ends for its memory, not far above the limit.
# Judged: memory
# Control: loose memory_bytes=629145600
# Limits: memory_bytes=134217728 cpu_s=4 wall_s=4
# Ends: memory
import os
import time

if os.fork() == 0:
    if os.fork():
        os._exit(0)
    held = []
    while len(held) < 60:
        held.append(b"x" * (8 << 20))
        time.sleep(0.002)
    time.sleep(60)
time.sleep(2)
