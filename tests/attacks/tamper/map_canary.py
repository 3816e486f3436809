# Tries: to write to a file through shared memory.
# Against: writes
# Seen: it is as it was.
# Judged: canary
# Flagged: yes
import json
import mmap

with open("bait.json") as file:
    bait = json.load(file)
with open(bait["writable"], "r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
    memory[0:4] = b"mine"
print("written")
