# Tries: to write without end after it has closed its streams, by copies that a child has kept.
# Seen: the run ends for its error output; little is kept.
# Against: streams; judged: output alive; control: loose stderr_bytes=33554432;
#   limits: stdout_bytes=1048576 stderr_bytes=1048576 cpu_s=4 wall_s=4; ends: stderr
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
