# Tries: to take much memory in 16 children, each far below the limit.
# Seen: the run ends for its memory, not far above the limit.
# Against: memory; judged: memory; control: loose memory_bytes=681574400;
#   limits: memory_bytes=134217728 cpu_s=4 wall_s=20; ends: memory
import os
import time

holding, told = os.pipe()
for _ in range(16):
    if os.fork() == 0:
        block = b"x" * (36 << 20)
        os.write(1, b"a child held %d bytes\n" % len(block))
        os.write(told, b".")
        time.sleep(60)
for _ in range(16):
    os.read(holding, 1)
time.sleep(1)
