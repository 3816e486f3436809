# Tries: to open files until the machine has no more room for them.
# Against: open-files
# Seen: "Too many open files" at the limit.
# Judged: descriptors
# Control: loose open_files=2000
# Limits: open_files=64 cpu_s=3 wall_s=4
import os

count = 3
try:
    while count < 1500:
        count = os.dup(0) + 1
except OSError as error:
    print(error.strerror)
print(f"held {count} descriptors")
