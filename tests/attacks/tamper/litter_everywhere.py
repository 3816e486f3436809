# Tries: to leave a file in every folder that might take one.
# Seen: nothing is made outside of the working directory.
# Against: writes; judged: litter
import json
import os

bait = json.load(open("bait.json"))
for place in (*bait["places"], "/usr/local/lib", "/usr/lib/python3", "/sys"):
    try:
        with open(os.path.join(place, bait["litter"]), "w") as file:
            file.write("I was here")
        print("made in", place)
    except OSError as error:
        print(error)
