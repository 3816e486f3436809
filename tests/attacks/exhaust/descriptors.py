# Tries: to open files until the machine has no more room for them.
# Seen: "Too many open files" at the limit.
# Against: open-files; judged: descriptors; control: loose open_files=2000;
#   limits: open_files=64 cpu_s=3 wall_s=4
import os

count = 3
try:
    while count < 1500:
        count = os.dup(0) + 1
except OSError as error:
    print(error.strerror)
print(f"held {count} descriptors")
