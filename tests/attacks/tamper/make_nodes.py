# Tries: to make folders, links, pipes, sockets and devices in every folder that might take one.
# Seen: nothing is made outside of the working directory.
# Against: writes; judged: litter; flagged: yes
import json
import os
import socket

bait = json.load(open("bait.json"))
for place in bait["places"]:
    path = os.path.join(place, bait["litter"])
    for make in (
        lambda path: os.symlink("/etc/passwd", path),
        lambda path: os.link("input.txt", path),
        lambda path: os.rename("input.txt", path),
        os.mkfifo,
        lambda path: os.mknod(path, 0o600 | 0o20000, os.makedev(1, 3)),
        lambda path: socket.socket(socket.AF_UNIX).bind(path),
        os.mkdir,
    ):
        try:
            make(path)
            print("made", path)
        except OSError as error:
            print(error)
