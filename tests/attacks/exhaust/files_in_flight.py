# Tries: to fill the disk with files that have no name and that no process has open: each is on its way
#   through a socket.
# Seen: the run ends for its bytes, or "No space left on device", or the sending is refused.
# Against: disk; judged: held_on_disk; limits: work_bytes=4194304 cpu_s=3 wall_s=4
import os
import socket
import time

here, there = socket.socketpair()
held = 0
while held < 40 << 20:
    file = os.open("hoard", os.O_RDWR | os.O_CREAT | os.O_EXCL)
    held += os.write(file, bytes(1 << 20))
    socket.send_fds(here, [b"x"], [file])
    os.close(file)
    os.unlink("hoard")
    time.sleep(0.005)
time.sleep(0.3)
os.write(1, b"held %d bytes\n" % held)
