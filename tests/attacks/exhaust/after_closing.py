# Tries: to write without end after it has closed its streams, by copies that a child has kept.
# Against: streams
# Seen: the run ends for its error output; little is kept.
# Judged: output alive
# Control: loose stderr_bytes=33554432
# Limits: stdout_bytes=1048576 stderr_bytes=1048576 cpu_s=4 wall_s=4
# Ends: stderr
import os
import time

copy = os.dup(2)
for stream in (0, 1, 2):
    os.close(stream)
if os.fork() == 0:
    for _ in range(320):
        os.write(copy, b"x" * 65536)
    os._exit(0)
os.close(copy)
time.sleep(2)
