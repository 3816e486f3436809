# Tries: to hang in vfork(2), whose parent waits in the kernel for a child that never goes on.
# Seen: both are dead when the run is over.
# Against: end; judged: alive; control: naive; limits: cpu_s=2 wall_s=1; ends: wall
import ctypes
import os
import signal

CLONE = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
CLONE_VM, CLONE_VFORK = 0x100, 0x4000
libc = ctypes.CDLL(None)
os.closerange(0, 3)
if libc.syscall(CLONE, CLONE_VM | CLONE_VFORK | signal.SIGCHLD, 0, 0, 0, 0) == 0:
    while True:
        libc.pause()
