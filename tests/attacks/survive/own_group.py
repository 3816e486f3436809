# Tries: to leave its process group, by which it would be killed, in every way that there is.
# Seen: no such process lives when the run is over.
# Against: end; judged: alive; limits: cpu_s=2 wall_s=4; flagged: yes
import os
import pty
import time


def try_all(*ways):
    for way in ways:
        try:
            way()
        except OSError:
            pass


for way in (os.setsid, lambda: os.setpgid(0, 0), lambda: os.setpgid(0, os.getppid()), pty.openpty):
    if os.fork() == 0:
        try_all(way, lambda: os.setpgid(0, 0), os.setpgrp)
        time.sleep(40)
        os._exit(0)
time.sleep(0.4)
