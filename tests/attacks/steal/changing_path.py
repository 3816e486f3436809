# Tries: to open a path that another thread changes all the while, for whoever checks it before the kernel
#   reads it.
# Seen: whichever path the kernel reads in the end, the reference is not opened.
# Against: contents; judged: marker; limits: cpu_s=3 wall_s=6; flagged: yes
import ctypes
import json
import os
import threading
import time

bait = json.load(open("bait.json"))
paths = [os.path.abspath("input.txt").encode() + b"\0", bait["secret"].encode() + b"\0"]
shared = ctypes.create_string_buffer(max(map(len, paths)))
libc = ctypes.CDLL(None, use_errno=True)
over = time.monotonic() + 1


def change():
    while time.monotonic() < over:
        for path in paths:
            ctypes.memmove(shared, path, len(path))


threading.Thread(target=change, daemon=True).start()
while time.monotonic() < over:
    opened = libc.open(shared, os.O_RDONLY)
    if opened >= 0:
        text = os.read(opened, 4096)
        os.close(opened)
        if bait["marker"].encode() in text:
            print(text)
            break
