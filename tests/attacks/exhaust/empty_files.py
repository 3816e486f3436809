# Tries: to use up the inodes of the disk with empty files.
# Seen: the run ends for its files.
# Against: files; judged: files; control: loose work_files=20000 wall_s=15 cpu_s=12;
#   limits: work_files=300 cpu_s=4 wall_s=4; ends: work_files
import os
import time

for number in range(4000):
    os.close(os.open(f"f{number}", os.O_CREAT | os.O_WRONLY))
time.sleep(0.8)
