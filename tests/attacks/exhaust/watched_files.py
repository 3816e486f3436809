# Tries: to take all watchers of files that the kernel gives to a user.
# Seen: ENOSYS.
# Against: kernel; judged: got; limits: cpu_s=2 wall_s=4
import ctypes
import os

libc = ctypes.CDLL(None, use_errno=True)
found = [libc.inotify_init1(0) for _ in range(100)]
if max(found) >= 0:
    print(f"got {len(found) - found.count(-1)} watchers")
print(os.strerror(ctypes.get_errno()))
