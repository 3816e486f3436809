# Tries: to tell another run bits, by locks on files of the system that both may read.
# Seen: ENOLCK or EINVAL for each kind of lock.
# Against: covert; judged: got
import fcntl
import os
import struct
import threading

F_OFD_GETLK, F_OFD_SETLK = 36, 37
file = os.open("/usr/bin/env", os.O_RDONLY)
again = os.open(f"/dev/fd/{file}", os.O_RDONLY) if os.path.exists("/dev/fd") else os.dup(file)
whole = struct.pack("hhqqi4x", fcntl.F_RDLCK, os.SEEK_SET, 0, 0, 0)
other = struct.pack("hhqqi4x", fcntl.F_WRLCK, os.SEEK_SET, 0, 0, 0)
ways = {
    "flock": lambda fd: fcntl.flock(fd, fcntl.LOCK_SH | fcntl.LOCK_NB),
    "exclusive flock": lambda fd: fcntl.flock(fd, fcntl.LOCK_EX | fcntl.LOCK_NB),
    "lockf": lambda fd: fcntl.lockf(fd, fcntl.LOCK_SH | fcntl.LOCK_NB),
    "lock of a description": lambda fd: fcntl.fcntl(fd, F_OFD_SETLK, whole),
    "question": lambda fd: fcntl.fcntl(fd, fcntl.F_GETLK, other),
    "question of a description": lambda fd: fcntl.fcntl(fd, F_OFD_GETLK, other),
}
waits = threading.Event()
for thread in (None, threading.Thread(target=waits.wait)):
    if thread:
        thread.start()
    for name, way in ways.items():
        for fd in (file, again):
            try:
                way(fd)
                print("got", name)
            except OSError as error:
                print(name, error)
waits.set()
