# Tries: to fill the folder with thousands of names of one file, and thousands of links and pipes.
# Seen: the run ends for its files.
# Against: files; judged: files; control: loose work_files=20000 wall_s=15 cpu_s=12;
#   limits: work_files=300 cpu_s=4 wall_s=4; ends: work_files
import os
import time

open("one", "w").close()
for number in range(2000):
    os.link("one", f"h{number}")
    os.symlink("one", f"s{number}")
    os.mkfifo(f"p{number}")
time.sleep(0.8)
