# Tries: to open the reference by its absolute path.
# Against: contents
# Seen: "No such file or directory" or "Permission denied"; the secret is nowhere in what comes out.
# Judged: marker
# Limits: cpu_s=2 wall_s=6
# Flagged: yes
import json

with open("bait.json") as file:
    bait = json.load(file)
with open(bait["secret"]) as file:
    print(file.read())
