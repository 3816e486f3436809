# Tries: to grow while it is read: a child appends to the answer without pause.
# Seen: its own bytes, no more than the cap.
# Against: answers; judged: foreign alive; control: naive; limits: cpu_s=2 wall_s=3
import os
import time

open("answer.txt", "w").write("mine\n")
if os.fork() == 0:
    os.close(1)
    os.close(2)
    end = time.monotonic() + 1
    with open("answer.txt", "ab", buffering=0) as file:
        while time.monotonic() < end and file.tell() < 8_000_000:
            file.write(b"mine\n" * 4000)
    os._exit(0)
time.sleep(0.05)
os._exit(0)
