# Tries: to signal every process that it may signal, and its group.
# Seen: the grader and the neighbours live and were sent nothing.
# Against: signals; judged: victim; flagged: yes
import os
import signal

for number in (signal.SIGUSR1, signal.SIGTERM):
    signal.signal(number, signal.SIG_IGN)
    for target in (0, -1):
        try:
            os.kill(target, number)
            print("sent")
        except OSError as error:
            print(error)
