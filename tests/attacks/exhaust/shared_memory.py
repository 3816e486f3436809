# Tries: to hold memory in files below /dev/shm and other file systems in memory, deleted but open.
# Seen: no more than the 1 MiB that /dev/shm has; the rest is refused.
# Against: memory; judged: held; control: naive; limits: memory_bytes=134217728 cpu_s=3 wall_s=4
import os

held = 0
block = b"x" * (1 << 20)
for number in range(9):
    for folder in ("/dev/shm", "/run", "/run/lock", "/dev/mqueue", "/sys/fs/cgroup", "/dev"):
        name = f"{folder}/hoard-{os.getpid()}-{number}"
        try:
            file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
            os.unlink(name)
            for _ in range(12):
                held += os.write(file, block)
        except OSError:
            pass
print(f"held {held} bytes")
