# Tries: to write on both streams by turns, in pieces so small that each takes the grader a wake-up.
# Seen: the run ends for its output, or by a clock; little is kept.
# Against: streams; judged: output;
#   control: loose stdout_bytes=33554432 stderr_bytes=33554432 cpu_s=9 wall_s=9;
#   limits: stdout_bytes=1048576 stderr_bytes=1048576 cpu_s=3 wall_s=4
import os

for _ in range(40000):
    os.write(1, b"x" * 100)
    os.write(2, b"x" * 99)
