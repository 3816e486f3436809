# Tries: to leave a process that waits for the next run and writes that one's answer.
# Seen: the next run's answer is its own.
# Against: end; judged: next alive; limits: cpu_s=2 wall_s=3; flagged: yes
import glob
import os
import time

if os.fork() == 0:
    try:
        os.setsid()
    except OSError:
        pass
    own = os.getcwd()
    end = time.monotonic() + 4
    while time.monotonic() < end:
        for path in glob.glob("/tmp/gograde-*/box/answer.txt") + glob.glob("/proc/[0-9]*/cwd/answer.txt"):
            try:
                if os.path.dirname(os.path.realpath(path)) != own:
                    open(path, "w").write("from the run before\n")
            except OSError:
                pass
        time.sleep(0.01)
    os._exit(0)
open("answer.txt", "w").write("mine\n")
time.sleep(0.6)
os._exit(0)
