# Tries: to keep a child in a state that is not left by ordinary signals: stopped under ptrace(2), or stopped
#   at least.
# Seen: it is dead when the run is over.
# Against: end; judged: alive; control: naive; limits: cpu_s=2 wall_s=3; flagged: yes
import ctypes
import os
import signal
import time

libc = ctypes.CDLL(None)
if os.fork() == 0:
    os.closerange(0, 3)
    libc.ptrace(0, 0, None, None)
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(40)
    os._exit(0)
time.sleep(0.3)
os._exit(0)
