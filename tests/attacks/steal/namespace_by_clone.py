# Tries: to be born into a new user namespace, by clone and clone3.
# Seen: EPERM and ENOSYS.
# Against: rights; judged: calls; flagged: yes
import ctypes
import os
import platform
import signal
import struct

CLONE_NEWUSER, CLONE_PARENT = 0x10000000, 0x8000
CLONE = {"x86_64": 56, "aarch64": 220}[platform.machine()]
CLONE3 = 435
libc = ctypes.CDLL(None, use_errno=True)


def born(what, *words):
    pid = libc.syscall(*(ctypes.c_long(word) for word in words))
    if pid == 0:
        os._exit(0)
    print(what, f"answered {pid}" if pid > 0 else f"failed: {os.strerror(ctypes.get_errno())}", flush=True)


born("clone(user namespace)", CLONE, CLONE_NEWUSER | signal.SIGCHLD, 0, 0, 0, 0)
born("clone(child of its parent)", CLONE, CLONE_PARENT | signal.SIGCHLD, 0, 0, 0, 0)
arguments = struct.pack("8Q", CLONE_NEWUSER, 0, 0, 0, signal.SIGCHLD, 0, 0, 0)
space = ctypes.create_string_buffer(arguments)
born("clone3(user namespace)", CLONE3, ctypes.addressof(space), len(arguments))
