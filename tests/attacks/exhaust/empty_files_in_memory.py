# Tries: to use up the kernel's memory with empty files in /dev/shm, made from a folder that is open.
# Seen: the run ends for its files, or /dev/shm is not its own.
# Against: kernel; judged: calls; control: loose work_files=30000 wall_s=15 cpu_s=12;
#   limits: work_files=300 cpu_s=4 wall_s=4
import os
import time

folder = os.open("/dev/shm", os.O_RDONLY)
for number in range(4000):
    os.mknod(f"f{number}", 0o100644, dir_fd=folder)
time.sleep(0.5)
os.write(1, b"mknod answered 0\n")
