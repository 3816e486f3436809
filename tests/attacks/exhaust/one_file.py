# Tries: to write one file beyond the limit of one, by way of each call that makes a file longer.
# Seen: "File too large" from each.
# Against: disk; judged: disk; control: loose file_bytes=67108864 work_bytes=67108864;
#   limits: file_bytes=2097152 work_bytes=4194304 cpu_s=3 wall_s=4
import os
import signal
import time

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
file = os.open("big", os.O_RDWR | os.O_CREAT)
for grow in (
    lambda: os.posix_fallocate(file, 0, 40 << 20),
    lambda: [os.pwrite(file, bytes(1 << 20), at << 20) for at in range(40)],
    lambda: os.sendfile(file, os.open("/dev/zero", os.O_RDONLY), 0, 40 << 20),
):
    try:
        grow()
    except OSError as error:
        print(error.strerror)
time.sleep(0.3)
