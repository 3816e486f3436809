# Tries: to hold memory of the kernel in descriptions of mappings, tens of thousands in each process.
# Seen: the run is ended for its memory.
# Against: memory; judged: mappings; control: naive; limits: memory_bytes=134217728 cpu_s=10 wall_s=20;
#   ends: memory
import ctypes
import os
import time

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
libc.mprotect.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int]
reader, writer = os.pipe()
for _ in range(28):
    if os.fork() == 0:
        place = libc.mmap(None, ctypes.c_size_t(64_000 << 12), 0, 0x4022, -1, 0)
        for number in range(0, 64_000, 2):
            if libc.mprotect(place + (number << 12), 4096, 1):
                break
        os.write(writer, b"%10d\n" % number)
        time.sleep(60)
made = sum(int(os.read(reader, 11)) for _ in range(28))
time.sleep(0.3)
os.write(1, b"mappings %d\n" % made)
