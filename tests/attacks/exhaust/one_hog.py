# Tries: to take all memory in one process, in small steps.
# Against: memory
# Seen: the run ends for its memory, not far above the limit.
# Judged: memory
# Control: loose memory_bytes=629145600
# Limits: memory_bytes=134217728 cpu_s=4 wall_s=4
# Ends: memory
import os
import time

held = []
for _ in range(120):
    held.append(b"x" * (4 << 20))
os.write(1, b"held %d bytes\n" % (len(held) * (4 << 20)))
time.sleep(0.3)
