# Tries: to leave 2100 folders in one another, which a clean-up that calls itself cannot delete.
# Seen: the run is over in time and nothing is left on the disk.
# Against: files; judged: remains; control: naive; limits: work_files=5000 cpu_s=4 wall_s=5
import os

for _ in range(2100):
    os.mkdir("d")
    os.chdir("d")
