# Tries: to read what others keep in shared memory.
# Seen: /dev/shm is empty, or closed.
# Against: contents; judged: marker
import json
import os

bait = json.load(open("bait.json"))
for name in (bait["shm"], *(f"/dev/shm/{name}" for name in os.listdir("/dev/shm"))):
    try:
        with open(name, "rb") as file:
            print(file.read(4096))
    except OSError as error:
        print(error)
