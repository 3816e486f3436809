# Tries: to cut off files without writing to them.
# Seen: they are as they were.
# Against: writes; judged: canary; flagged: yes
import json
import os

bait = json.load(open("bait.json"))
for path in (*bait["own"], bait["writable"], bait["shm"]):
    for cut in (
        lambda path: os.truncate(path, 1),
        lambda path: os.open(path, os.O_RDONLY | os.O_TRUNC),
        lambda path: os.open(path, os.O_RDWR | os.O_TRUNC),
    ):
        try:
            cut(path)
            print("cut off", path)
        except OSError as error:
            print(error)
