# Tries: the same between a file and a pipe, so that opening it waits for ever.
# Seen: refused, or its own bytes, at once.
# Against: answers; judged: foreign alive; control: naive; limits: cpu_s=2 wall_s=3; flagged: yes
import os
import time

if os.fork() == 0:
    os.close(1)
    os.close(2)
    end = time.monotonic() + 3
    while time.monotonic() < end:
        for number in range(3):
            open("new", "w").write("mine\n")
            os.replace("new", f"answer{number}.txt")
            os.mkfifo("new")
            os.replace("new", f"answer{number}.txt")
    os._exit(0)
time.sleep(0.3)
os._exit(0)
