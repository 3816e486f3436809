# Tries: to fill the grader's memory through its standard output.
# Seen: the run ends for its output; little is kept.
# Against: streams; judged: output; control: loose stdout_bytes=33554432;
#   limits: stdout_bytes=1048576 stderr_bytes=1048576 cpu_s=4 wall_s=4; ends: stdout
import os

for _ in range(320):
    os.write(1, b"x" * 65536)
