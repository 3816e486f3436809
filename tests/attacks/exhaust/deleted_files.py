# Tries: to fill the disk with files that have no name any more but are open.
# Seen: the run ends for its bytes, or "No space left on device".
# Against: disk; judged: held_on_disk; control: loose work_bytes=67108864;
#   limits: work_bytes=4194304 cpu_s=3 wall_s=4
import os
import time

held = []
while len(held) < 40:
    held.append(os.open("hoard", os.O_RDWR | os.O_CREAT | os.O_EXCL))
    os.write(held[-1], bytes(1 << 20))
    os.unlink("hoard")
    time.sleep(0.005)
time.sleep(0.3)
os.write(1, b"held %d bytes\n" % (len(held) << 20))
