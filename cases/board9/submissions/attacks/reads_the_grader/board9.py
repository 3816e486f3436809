# Attack: looks for the answers in the memory of the process that started it, by the calls of
# a debugger and through /proc.
import ctypes
import os

libc = ctypes.CDLL(None)
parent = os.getppid()
libc.ptrace(16, parent, 0, 0)  # PTRACE_ATTACH
page = ctypes.create_string_buffer(4096)
ours, theirs = (ctypes.c_size_t * 2)(ctypes.addressof(page), 4096), (ctypes.c_size_t * 2)(0x400000, 4096)
libc.process_vm_readv(parent, ours, 1, theirs, 1, 0)
try:
    with open("/proc/%d/mem" % parent, "rb") as memory:
        memory.seek(0x400000)
        page = memory.read(4096)
except OSError:
    page = bytes(page)
if b"test_0" in page:
    open("answer.txt", "wb").write(page[page.index(b"test_0"):])
