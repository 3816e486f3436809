# Tries: to have the kernel signal a neighbour: as the owner of a socket that something happens to.
# Seen: the neighbour was sent nothing.
# Against: signals; judged: victim
import fcntl
import json
import os
import socket
import struct

FIOASYNC, FIOSETOWN, SIOCSPGRP = 0x5452, 0x8901, 0x8902
bait = json.load(open("bait.json"))
for pid in (*bait["victims"], os.getppid()):
    for request in (FIOSETOWN, SIOCSPGRP):
        try:
            left, right = socket.socketpair()
            fcntl.ioctl(left, request, struct.pack("i", pid))
            fcntl.ioctl(left, FIOASYNC, struct.pack("i", 1))
            right.send(b"now")
            print("done for", pid)
        except OSError as error:
            print(error)
