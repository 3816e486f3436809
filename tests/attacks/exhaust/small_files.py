# Tries: to fill the disk with files of 1 MiB, each far below the limit of one.
# Seen: the run ends for its bytes, or "No space left on device"; no more on the disk than the limit and a
#   little.
# Against: disk; judged: disk; control: loose work_bytes=67108864;
#   limits: work_bytes=4194304 cpu_s=3 wall_s=4; ends: work_bytes
import time

for number in range(60):
    with open(f"f{number}", "wb") as file:
        file.write(bytes(1 << 20))
    time.sleep(0.002)
time.sleep(0.3)
