# Tries: to hide CPU time in children that the kernel buries unseen, since SIGCHLD is ignored.
# Seen: most of what was used is counted.
# Against: cpu; judged: cpu; control: naive; limits: cpu_s=6 wall_s=8
import os
import signal
import time

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(3):
    if os.fork() == 0:
        while time.process_time() < 0.4:
            pass
        os._exit(0)
try:
    os.wait()
except ChildProcessError:
    pass
os.write(1, b"used 1.2 seconds\n")
