# Tries: to get beyond the number of processes by the bare system call, past the C library.
# Seen: the run ends for its processes, few above the limit.
# Against: processes; judged: processes alive; control: loose processes=200;
#   limits: processes=16 cpu_s=2 wall_s=3; ends: processes
import ctypes
import os
import signal

CLONE = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
libc = ctypes.CDLL(None)
for _ in range(500):
    if libc.syscall(CLONE, signal.SIGCHLD, 0, 0, 0, 0) == 0:
        while True:
            libc.pause()
while True:
    libc.pause()
