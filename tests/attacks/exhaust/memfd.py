# Tries: to hold memory in files without a name, which belong to no process's figures.
# Seen: EPERM; nothing is held.
# Against: memory; judged: held; limits: memory_bytes=134217728 cpu_s=3 wall_s=4
import os
import time

held = 0
block = b"x" * (1 << 20)
for _ in range(15):
    file = os.memfd_create("hoard")
    held += sum(os.write(file, block) for _ in range(15))
os.write(1, b"held %d bytes\n" % held)
time.sleep(0.2)
