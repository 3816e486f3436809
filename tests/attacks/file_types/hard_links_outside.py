# Tries: to hand in, or to change, a file outside by a hard link to it.
# Seen: the link is refused, or the file is.
# Against: answers; judged: marker foreign unnamed; control: naive; limits: cpu_s=2 wall_s=3
import json
import os

bait = json.load(open("bait.json"))
for name, target in {
    "answer1.txt": bait["secret"],
    "answer2.txt": "/etc/hostname",
    "answer3.txt": "/proc/self/exe",
}.items():
    try:
        os.link(target, name)
        print("made", name)
    except OSError as error:
        print(error.strerror)
