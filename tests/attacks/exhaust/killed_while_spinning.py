# Tries: to hide CPU time in children that still work when the program ends, and are killed with what they
#   used.
# Seen: most of what was used is counted.
# Against: cpu; judged: cpu; control: naive; limits: cpu_s=6 wall_s=8
import os
import time

reader, writer = os.pipe()
for _ in range(3):
    if os.fork() == 0:
        end = time.monotonic() + 20
        told = False
        while time.monotonic() < end:
            if not told and time.process_time() > 0.4:
                told = bool(os.write(writer, b"."))
        os._exit(0)
for _ in range(3):
    os.read(reader, 1)
os.write(1, b"used 1.2 seconds\n")
os._exit(0)
