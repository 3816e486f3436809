# Tries: to fill the disk with files that have no name and are not open: one mapped page keeps each.
# Seen: the run ends for its bytes, or "No space left on device".
# Against: disk; judged: held_on_disk; control: loose work_bytes=67108864;
#   limits: work_bytes=4194304 cpu_s=3 wall_s=4
import ctypes
import mmap
import os
import time

libc = ctypes.CDLL(None, use_errno=True)
libc.mmap.restype = ctypes.c_void_p
held = 0
while held < 40 << 20:
    file = os.open("hoard", os.O_RDWR | os.O_CREAT | os.O_EXCL)
    held += os.write(file, bytes(1 << 20))
    libc.mmap(None, ctypes.c_size_t(4096), mmap.PROT_READ, mmap.MAP_SHARED, file, ctypes.c_long(0))
    os.close(file)
    os.unlink("hoard")
    time.sleep(0.005)
time.sleep(0.3)
os.write(1, b"held %d bytes\n" % held)
