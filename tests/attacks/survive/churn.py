# Tries: to be nowhere when it is killed: each process forks and ends at once, so that none lives long enough
#   to be hit.
# Seen: the chain is dead when the run is over.
# Against: end; judged: alive; control: naive; limits: cpu_s=4 wall_s=1
import os
import time

os.write(1, b"off\n")
if os.fork():
    time.sleep(0.5)
    os._exit(0)
os.closerange(0, 3)
end = time.monotonic() + 4
while time.monotonic() < end:
    if os.fork():
        os._exit(0)
    time.sleep(0.001)
