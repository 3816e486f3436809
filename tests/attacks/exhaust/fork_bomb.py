# Tries: to double its processes until the machine stands still.
# Against: processes
# Seen: the run ends for its processes, few above the limit, and none is left.
# Judged: processes alive
# Control: loose processes=200
# Limits: processes=16 cpu_s=3 wall_s=4
# Ends: processes
import os

while True:
    try:
        os.fork()
    except OSError:
        pass
