# Tries: to take all memory in one process, in small steps.
# Seen: the run ends for its memory, not far above the limit.
# Against: memory; judged: memory; control: loose memory_bytes=629145600;
#   limits: memory_bytes=134217728 cpu_s=4 wall_s=4; ends: memory
import os
import time

held = []
for _ in range(120):
    held.append(b"x" * (4 << 20))
os.write(1, b"held %d bytes\n" % (len(held) * (4 << 20)))
time.sleep(0.3)
