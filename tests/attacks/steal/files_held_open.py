# Tries: to open what other processes have open.
# Seen: nothing of theirs can be listed.
# Against: contents; judged: marker; flagged: yes
import json
import os

bait = json.load(open("bait.json"))
for pid in (*bait["victims"], os.getppid(), 1):
    for number in range(3, 2048):
        try:
            opened = os.open(f"/proc/{pid}/fd/{number}", os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
            print(pid, number, os.pread(opened, 4096, 0))
        except OSError:
            pass
