# Tries: to hold memory in System V segments that no process has mapped any more, and that outlive them all.
# Seen: the call is refused; nothing is held.
# Against: memory; judged: held; limits: memory_bytes=134217728 cpu_s=3 wall_s=4
import ctypes
import os

IPC_PRIVATE, IPC_RMID, SIZE = 0, 0, 50 << 20
libc = ctypes.CDLL(None, use_errno=True)
libc.shmat.restype = ctypes.c_void_p
segments = []
for _ in range(5):
    segment = libc.shmget(IPC_PRIVATE, ctypes.c_size_t(SIZE), 0o600)
    if segment < 0:
        print(os.strerror(ctypes.get_errno()))
        break
    place = libc.shmat(segment, None, 0)
    ctypes.memset(place, 1, SIZE)
    libc.shmdt(ctypes.c_void_p(place))
    segments.append(segment)
print(f"held {len(segments) * SIZE} bytes")
for segment in segments:
    libc.shmctl(segment, IPC_RMID, None)
