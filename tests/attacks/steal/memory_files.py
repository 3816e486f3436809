# Tries: to read the memory of its parent, process 1 and its neighbours in /proc.
# Seen: denied, or no such process.
# Against: signals; judged: marker; flagged: yes
import json
import os

bait = json.load(open("bait.json"))
for pid in (*bait["victims"], os.getppid(), 1):
    try:
        with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", 0) as memory:
            for line in maps:
                first, last = (int(word, 16) for word in line.split()[0].split("-"))
                if "[stack]" in line or "[heap]" in line:
                    memory.seek(first)
                    text = memory.read(last - first)
                    found = text.find(bait["marker"].encode())
                    print(pid, found >= 0 and text[found : found + 80])
    except OSError as error:
        print(error)
