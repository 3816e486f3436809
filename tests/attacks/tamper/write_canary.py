# Tries: to overwrite and lengthen files that everybody may write.
# Seen: they are as they were.
# Against: writes; judged: canary; flagged: yes
import json

bait = json.load(open("bait.json"))
for path in (bait["writable"], bait["shm"], *bait["own"]):
    for mode in ("a", "r+", "w"):
        try:
            with open(path, mode) as file:
                file.write("changed")
            print("wrote", path)
        except OSError as error:
            print(error)
