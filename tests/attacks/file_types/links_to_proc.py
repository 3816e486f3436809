# Tries: to have the grader read about itself: its answers are links into /proc, each the reader's own.
# Against: answers
# Seen: each refused, "symbolic link".
# Judged: foreign unnamed
# Control: naive
# Limits: cpu_s=2 wall_s=3
# Flagged: yes
import os

TARGETS = (
    "/proc/self/environ",
    "/proc/self/status",
    "/proc/self/fd/0",
    "/proc/self/exe",
    "/proc/1/cmdline",
    "/dev/zero",
)
for number, target in enumerate(TARGETS):
    os.symlink(target, f"answer{number}.txt")
    print(f"made answer{number}.txt")
