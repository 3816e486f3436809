# Tries: to double its processes until the machine stands still.
# Seen: the run ends for its processes, few above the limit, and none is left.
# Against: processes; judged: processes alive; control: loose processes=200;
#   limits: processes=16 cpu_s=3 wall_s=4; ends: processes
import os

while True:
    try:
        os.fork()
    except OSError:
        pass
