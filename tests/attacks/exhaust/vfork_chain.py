# Tries: to hold processes by vfork(2), each parent asleep in the kernel until its child goes on.
# Seen: the run ends for its processes, few above the limit.
# Against: processes; judged: processes alive; control: loose processes=200;
#   limits: processes=16 cpu_s=2 wall_s=3; ends: processes
import ctypes
import os
import signal

CLONE = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
CLONE_VM, CLONE_VFORK = 0x100, 0x4000
libc = ctypes.CDLL(None)
for _ in range(250):
    try:
        child = os.fork()
    except OSError:
        break
    if child == 0:
        if libc.syscall(CLONE, CLONE_VM | CLONE_VFORK | signal.SIGCHLD, 0, 0, 0, 0) == 0:
            while True:
                libc.pause()
        os._exit(0)
while True:
    libc.pause()
