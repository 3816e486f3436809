# Tries: to kill its parent, process 1 and its neighbours.
# Seen: they live and were sent nothing.
# Against: signals; judged: victim; flagged: yes
import json
import os
import signal

bait = json.load(open("bait.json"))
for pid in (*bait["victims"], os.getppid(), 1):
    for number in (signal.SIGUSR1, signal.SIGKILL):
        try:
            if pid:
                os.kill(pid, number)
                print("sent", number, "to", pid)
        except OSError as error:
            print(error)
