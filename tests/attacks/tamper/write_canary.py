# Tries: to overwrite and lengthen files that everybody may write.
# Seen: they are as they were.
# Against: writes; judged: canary; flagged: yes
import json

with open("bait.json") as file:
    bait = json.load(file)
for path in (bait["writable"], bait["shm"], *bait["own"]):
    for mode in ("a", "r+", "w"):
        try:
            with open(path, mode) as file:
                file.write("changed")
            print("wrote", path)
        except OSError as error:
            print(error)
