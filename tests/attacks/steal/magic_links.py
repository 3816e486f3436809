# Tries: to go into the folders that other processes stand in.
# Seen: no way leads out through /proc.
# Against: contents; judged: marker; flagged: yes
import json
import os

bait = json.load(open("bait.json"))
for pid in (*bait["victims"], os.getppid(), 1):
    for way in ("cwd/secret", f"root{bait['secret']}", f"task/{pid}/cwd/secret"):
        try:
            print(open(f"/proc/{pid}/{way}").read())
        except OSError as error:
            print(error)
