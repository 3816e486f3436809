# Tries: to fill the grader's memory through its standard error.
# Against: streams
# Seen: the run ends for its error output; little is kept.
# Judged: output
# Control: loose stderr_bytes=33554432
# Limits: stdout_bytes=1048576 stderr_bytes=1048576 cpu_s=4 wall_s=4
# Ends: stderr
import os

for _ in range(320):
    os.write(2, b"x" * 65536)
