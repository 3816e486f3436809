# Tries: to take far more disk than its limit between two looks: space in advance, by the call of
#   posix_fallocate and by the command of ioctl that does the same.
# Seen: EOPNOTSUPP and ENOTTY; nothing is taken.
# Against: disk; judged: calls; limits: work_bytes=4194304 cpu_s=3 wall_s=4
import ctypes
import fcntl
import os
import struct

FS_IOC_RESVSP64 = 0x4030582A
libc = ctypes.CDLL(None, use_errno=True)
libc.fallocate.argtypes = [ctypes.c_int, ctypes.c_int, ctypes.c_int64, ctypes.c_int64]
for number in range(4):
    file = os.open(f"hoard-{number}", os.O_RDWR | os.O_CREAT)
    if libc.fallocate(file, 0, 0, 12 << 20) == 0:
        print("fallocate answered 0")
    else:
        print("fallocate", os.strerror(ctypes.get_errno()))
    wanted = struct.pack("hhqqiI4i", 0, 0, 0, 12 << 20, 0, 0, 0, 0, 0, 0)
    try:
        fcntl.ioctl(file, FS_IOC_RESVSP64, wanted)
        print("RESVSP answered 0")
    except OSError as error:
        print("RESVSP", error)
