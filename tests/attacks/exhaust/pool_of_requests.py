# Tries: to take all asynchronous requests that the machine has for all its programs.
# Seen: ENOSYS.
# Against: kernel; judged: calls; limits: cpu_s=2 wall_s=4
import ctypes
import os
import platform

IO_SETUP = {"x86_64": 206, "aarch64": 0}[platform.machine()]
libc = ctypes.CDLL(None, use_errno=True)
for _ in range(4):
    context = ctypes.c_ulong(0)
    if libc.syscall(ctypes.c_long(IO_SETUP), ctypes.c_long(256), ctypes.byref(context)) == 0:
        print("io_setup answered 0")
    else:
        print("io_setup", os.strerror(ctypes.get_errno()))
