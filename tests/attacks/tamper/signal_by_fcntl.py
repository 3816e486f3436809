# Tries: to have the kernel signal a neighbour: as the owner of a descriptor that something happens to.
# Seen: the neighbour was sent nothing.
# Against: signals; judged: victim
import fcntl
import json
import os
import signal
import struct

F_SETSIG, F_SETOWN_EX, F_OWNER_PID = 10, 15, 1
bait = json.load(open("bait.json"))
for pid in (*bait["victims"], os.getppid()):
    for how in (
        lambda fd, pid: fcntl.fcntl(fd, fcntl.F_SETOWN, pid),
        lambda fd, pid: fcntl.fcntl(fd, F_SETOWN_EX, struct.pack("ii", F_OWNER_PID, pid)),
    ):
        reader, writer = os.pipe()
        try:
            how(reader, pid)
            fcntl.fcntl(reader, F_SETSIG, signal.SIGUSR2)
            fcntl.fcntl(reader, fcntl.F_SETFL, os.O_ASYNC | os.O_NONBLOCK)
            os.write(writer, b"now")
            print("done for", pid)
        except OSError as error:
            print(error)
