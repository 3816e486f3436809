# Tries: to hide CPU time in hundreds of children so short that nobody sees one alive, none of them waited
#   for.
# Seen: most of what was used is counted.
# Against: cpu; judged: cpu; control: naive; limits: cpu_s=6 wall_s=8
import os
import signal
import time

signal.signal(signal.SIGCHLD, signal.SIG_IGN)
reader, writer = os.pipe()
used = 0
for _ in range(120):
    if os.fork() == 0:
        while time.process_time() < 0.01:
            pass
        os.write(writer, b".")
        os._exit(0)
    os.read(reader, 1)
os.write(1, b"used 1.2 seconds\n")
