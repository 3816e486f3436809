# Tries: to take memory in a grandchild whose parents sleep or have ended.
# Seen: the run ends for its memory, not far above the limit.
# Against: memory; judged: memory; control: loose memory_bytes=629145600;
#   limits: memory_bytes=134217728 cpu_s=4 wall_s=4; ends: memory
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
