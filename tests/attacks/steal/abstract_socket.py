# Tries: to talk to a service through an abstract socket, which no file system guards.
# Seen: no connection.
# Against: network; judged: listener
import json
import socket

bait = json.load(open("bait.json"))
with socket.socket(socket.AF_UNIX) as caller:
    caller.connect("\0" + bait["abstract"])
    print("connected")
