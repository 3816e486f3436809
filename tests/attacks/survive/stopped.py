# Tries: to outlast the clock by stopping itself, where no time of its own goes by.
# Seen: the run ends by the clock, and the stopped processes are dead.
# Against: clock; judged: alive; control: naive; limits: cpu_s=2 wall_s=1; ends: wall
import os
import signal
import time

if os.fork() == 0:
    os.closerange(0, 3)
    os.kill(os.getpid(), signal.SIGSTOP)
    time.sleep(40)
    os._exit(0)
os.kill(os.getpid(), signal.SIGSTOP)
time.sleep(40)
