# Tries: to make each look at its memory slow, then to take memory between two looks. Children share a large
#   block, so that the sum over all is above the limit and each must be asked for its share.
# Seen: the run ends for its memory, not far above the limit.
# Against: memory; judged: memory; control: loose memory_bytes=734003200;
#   limits: memory_bytes=134217728 cpu_s=4 wall_s=4; ends: memory
import mmap
import os
import time

MAP_POPULATE = 0x8000
shared = b"x" * (60 << 20)
for _ in range(12):
    if os.fork() == 0:
        time.sleep(60)
time.sleep(0.5)
block = mmap.mmap(-1, 500 << 20, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_POPULATE)
os.write(1, b"held %d bytes\n" % len(block))
time.sleep(0.7)
