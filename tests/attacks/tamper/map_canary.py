# Tries: to write to a file through shared memory.
# Seen: it is as it was.
# Against: writes; judged: canary; flagged: yes
import json
import mmap

bait = json.load(open("bait.json"))
with open(bait["writable"], "r+b") as file, mmap.mmap(file.fileno(), 0) as memory:
    memory[0:4] = b"mine"
print("written")
