# Tries: to hide CPU time in grandchildren whose parents have ended, so that nobody of the program waits for
#   them.
# Seen: most of what was used is counted.
# Against: cpu; judged: cpu; control: naive; limits: cpu_s=6 wall_s=8
import os
import time

reader, writer = os.pipe()
for _ in range(3):
    if os.fork() == 0:
        if os.fork() == 0:
            while time.process_time() < 0.4:
                pass
            os.write(writer, b".")
        os._exit(0)
    os.wait()
for _ in range(3):
    os.read(reader, 1)
os.write(1, b"used 1.2 seconds\n")
