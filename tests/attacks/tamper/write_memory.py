# Tries: to write into the memory of its neighbours.
# Seen: their memory is as it was.
# Against: signals; judged: victim; flagged: yes
import ctypes
import json
import os


class Piece(ctypes.Structure):
    _fields_ = [("start", ctypes.c_void_p), ("size", ctypes.c_size_t)]


libc = ctypes.CDLL(None, use_errno=True)
bait = json.load(open("bait.json"))
text = ctypes.create_string_buffer(b"changed")
for pid in bait["victims"]:
    try:
        with open(f"/proc/{pid}/maps") as maps:
            line = next(line for line in maps if "[stack]" in line)
        first, last = (int(word, 16) for word in line.split()[0].split("-"))
        with open(f"/proc/{pid}/mem", "r+b", 0) as memory:
            memory.seek(first)
            there = first + memory.read(last - first).find(b"SECRET=")
            memory.seek(there)
            memory.write(b"changed")
    except OSError as error:
        print(error)
        there = 0x7FFFFFFFE000
    mine, theirs = Piece(ctypes.addressof(text), 7), Piece(there, 7)
    size = libc.process_vm_writev(pid, ctypes.byref(mine), 1, ctypes.byref(theirs), 1, 0)
    print(size, os.strerror(ctypes.get_errno()))
