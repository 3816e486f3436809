# Tries: to copy the memory of its neighbours with process_vm_readv.
# Seen: EPERM, or no such process.
# Against: signals; judged: marker; flagged: yes
import ctypes
import json
import os


class Piece(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("size", ctypes.c_size_t)]


libc = ctypes.CDLL(None, use_errno=True)
bait = json.load(open("bait.json"))
for pid in (*bait["victims"], os.getppid()):
    try:
        with open(f"/proc/{pid}/maps") as file:
            line = next(line for line in file if "[stack]" in line)
    except OSError as error:
        line = "7ffffffde000-7ffffffff000 "
        print(error)
    first, last = (int(word, 16) for word in line.split()[0].split("-"))
    space = ctypes.create_string_buffer(last - first)
    mine = Piece(ctypes.addressof(space), last - first)
    theirs = Piece(first, last - first)
    size = libc.process_vm_readv(pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0)
    found = space.raw.find(bait["marker"].encode())
    print(size, os.strerror(ctypes.get_errno()), found >= 0 and space.raw[found : found + 80])
