# Tries: to hold memory in shared mappings whose pages it lets go of: they stay, and no process shows them.
# Seen: the run ends for its memory, or "Cannot allocate memory".
# Against: memory; judged: held; control: loose memory_bytes=734003200;
#   limits: memory_bytes=134217728 cpu_s=4 wall_s=4
import mmap
import os
import time

held = []
for _ in range(6):
    part = mmap.mmap(-1, 48 << 20)
    for start in range(0, len(part), 1 << 20):
        part[start : start + (1 << 20)] = b"x" * (1 << 20)
        part.madvise(mmap.MADV_DONTNEED, start, 1 << 20)
    held.append(part)
time.sleep(0.1)
kept = sum(part[start] == ord("x") for part in held for start in range(0, len(part), 1 << 20))
os.write(1, b"held %d bytes\n" % (kept << 20))
