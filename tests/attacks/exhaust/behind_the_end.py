# Tries: to take much of the disk at one stroke: space behind the end of a file, which is no part of its size.
# Seen: EOPNOTSUPP, so that nothing is taken.
# Against: disk; judged: calls; limits: work_bytes=4194304 cpu_s=3 wall_s=4
import ctypes
import os

FALLOC_FL_KEEP_SIZE = 1
fallocate = ctypes.CDLL(None, use_errno=True).fallocate
fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64]
fd = os.open("hoard", os.O_RDWR | os.O_CREAT)
if fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 64 << 20) == 0:
    print("fallocate answered 0")
else:
    print("fallocate", os.strerror(ctypes.get_errno()))
