# Tries: to come to the kernel past the C library: by the instructions for system calls, those of 64 and of 32
#   bits, whose numbers mean something else.
# Seen: EPERM; the program is killed at its first call of 32 bits.
# Against: rights; judged: calls; flagged: yes
import ctypes
import mmap
import os
import platform
import struct

UNSHARE, UNSHARE_32 = 272, 310
CLONE_FILES = 0x400
# mov eax, NUMBER; mov edi, FLAGS; syscall; ret, and the same with ebx, kept in r8, and int 0x80
OF_64_BITS = b"\xb8" + struct.pack("I", UNSHARE) + b"\xbf" + struct.pack("I", CLONE_FILES) + b"\x0f\x05\xc3"
OF_32_BITS = (
    b"\x49\x89\xd8\xb8" + struct.pack("I", UNSHARE_32) + b"\xbb" + struct.pack("I", CLONE_FILES)
    + b"\xcd\x80\x4c\x89\xc3\xc3"
)  # fmt: skip


def run(code):
    memory = mmap.mmap(-1, mmap.PAGESIZE, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    memory.write(code)
    address = ctypes.addressof(ctypes.c_char.from_buffer(memory))
    return ctypes.CFUNCTYPE(ctypes.c_int)(address)()


if platform.machine() == "x86_64":
    for name, code in (("64 bits", OF_64_BITS), ("32 bits", OF_32_BITS)):
        answer = run(code)
        print(f"unshare by {name} answered {answer}" if answer >= 0 else os.strerror(-answer), flush=True)
else:
    answer = ctypes.CDLL(None).syscall(97, CLONE_FILES)
    print(f"unshare answered {answer}" if answer >= 0 else "refused")
