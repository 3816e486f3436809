# Tries: to live on as a daemon: forked twice, in a session of its own, without a descriptor, argument or
#   variable of before.
# Seen: it is dead when the run is over.
# Against: end; judged: alive; limits: cpu_s=2 wall_s=4; flagged: yes
import os
import time

if os.fork() == 0:
    try:
        os.setsid()
    except OSError:
        pass
    if os.fork() == 0:
        os.chdir("/")
        os.closerange(0, 64)
        time.sleep(0.1)  # for the harness to see whose it is
        os.execve("/bin/sleep", ["sleep", "40"], {})
    os._exit(0)
time.sleep(0.4)
