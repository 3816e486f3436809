# Tries: to open the reference by its absolute path.
# Against: contents
# Seen: "No such file or directory" or "Permission denied"; the secret is nowhere in what comes out.
# Judged: marker
# Flagged: yes
import json

with open("bait.json") as file:
    bait = json.load(file)
with open(bait["secret"]) as file:
    print(file.read())
