# Tries: to take all memory after its main thread has ended: what /proc shows of the process is then empty.
# Seen: the run ends for its memory, not far above the limit.
# Against: memory; judged: held; control: loose memory_bytes=629145600;
#   limits: memory_bytes=134217728 cpu_s=4 wall_s=4; ends: memory
import ctypes
import os
import platform
import threading
import time

SYS_EXIT = {"x86_64": 60, "aarch64": 93}[platform.machine()]


def hoard() -> None:
    time.sleep(0.05)
    held = []
    for _ in range(100):
        held.append(b"x" * (4 << 20))
        time.sleep(0.002)
    os.write(1, b"held %d bytes\n" % (len(held) * (4 << 20)))
    time.sleep(0.3)
    os._exit(0)


threading.Thread(target=hoard).start()
ctypes.CDLL(None).syscall(SYS_EXIT, 0)
