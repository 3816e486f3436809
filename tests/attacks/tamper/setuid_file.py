# Tries: to leave a program that makes whoever starts it this user, or root.
# Seen: no such file is made where others come to.
# Against: rights; judged: canary litter
import json
import os
import shutil

bait = json.load(open("bait.json"))
for place in bait["places"]:
    path = os.path.join(place, bait["litter"])
    try:
        shutil.copyfile("/bin/sh", path)
        os.chmod(path, 0o6777)
        print("made", path, oct(os.stat(path).st_mode))
    except OSError as error:
        print(error)
