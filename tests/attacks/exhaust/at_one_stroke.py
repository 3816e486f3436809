# Tries: to take memory faster than anybody looks: one call fills it all.
# Seen: the run ends for its memory; less than one look's worth above the limit.
# Against: memory; judged: memory; control: loose memory_bytes=734003200;
#   limits: memory_bytes=134217728 cpu_s=4 wall_s=4; ends: memory
import mmap
import os
import time

MAP_POPULATE = 0x8000
size = 600 << 20
block = mmap.mmap(-1, size, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | MAP_POPULATE)
os.write(1, b"held %d bytes\n" % len(block))
time.sleep(0.5)
