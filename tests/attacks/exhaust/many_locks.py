# Tries: to hold memory of the kernel in locks, of which no figure of a process tells.
# Seen: ENOLCK after some thousands; then no lock is given to this run any more.
# Against: kernel; judged: locks; limits: cpu_s=10 wall_s=20
import fcntl
import os

reader, writer = os.pipe()
for number in range(4):
    if os.fork() == 0:
        count = 0
        try:
            file = os.open(f"own-{number}", os.O_RDWR | os.O_CREAT)
            while count < 4_000:
                fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, 2 * count)
                count += 1
        except OSError as error:
            print(error, flush=True)
        os.write(writer, b"%10d\n" % count)
        os.read(reader, 0)
        os._exit(0)
held = sum(int(os.read(reader, 11)) for _ in range(4))
print(f"locks {held}")
