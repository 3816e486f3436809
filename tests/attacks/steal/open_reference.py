# Tries: to open the reference by its absolute path.
# Seen: "No such file or directory" or "Permission denied"; the secret is nowhere in what comes out.
# Against: contents; judged: marker; flagged: yes
import json

bait = json.load(open("bait.json"))
print(open(bait["secret"]).read())
