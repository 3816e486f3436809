# Tries: to signal every process that it may signal.
# Against: signals
# Seen: the grader and the neighbours live and were sent nothing.
# Judged: victim
# Limits: cpu_s=2 wall_s=6
# Flagged: yes
import os
import signal

signal.signal(signal.SIGTERM, signal.SIG_IGN)
for number in (signal.SIGUSR1, signal.SIGTERM):
    try:
        os.kill(-1, number)
        print("sent")
    except OSError as error:
        print(error)
