# Tries: to read the environment and the arguments of every process.
# Seen: no process but its own is to be seen, or nothing of theirs.
# Against: signals; judged: marker; flagged: yes
import glob
import json

bait = json.load(open("bait.json"))
marker = bait["marker"].encode()
mine = [f"/proc/{pid}/environ" for pid in bait["victims"]]
for path in (*mine, *glob.glob("/proc/[0-9]*/environ"), *glob.glob("/proc/[0-9]*/cmdline")):
    try:
        text = open(path, "rb").read()
        if marker in text:
            print(path, text)
    except OSError as error:
        print(error)
