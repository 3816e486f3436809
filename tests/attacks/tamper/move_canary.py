# Tries: to rename, link and delete files in a folder that everybody may write.
# Seen: they are where they were, under one name.
# Against: writes; judged: canary
import json
import os

bait = json.load(open("bait.json"))
folder, path = bait["folder"], bait["writable"]
for change in (
    lambda: os.link(path, f"{folder}/twin"),
    lambda: os.rename(path, f"{folder}/elsewhere"),
    lambda: os.replace("input.txt", path),
    lambda: os.rename(f"{folder}/elsewhere", "mine"),
    lambda: os.unlink(path),
    lambda: os.unlink(bait["secret"]),
):
    try:
        change()
        print("done")
    except OSError as error:
        print(error)
