# Tries: to fill the disk through mapped files, whose bytes no write(2) counts.
# Seen: the run ends for its bytes, or the program dies of SIGBUS for want of space.
# Against: disk; judged: disk; control: loose work_bytes=67108864; limits: work_bytes=4194304 cpu_s=3 wall_s=4
import mmap
import os
import time

for number in range(10):
    file = os.open(f"f{number}", os.O_RDWR | os.O_CREAT)
    os.ftruncate(file, 4 << 20)
    with mmap.mmap(file, 4 << 20) as block:
        for at in range(0, 4 << 20, 4096):
            block[at] = 1
    time.sleep(0.02)
time.sleep(0.3)
