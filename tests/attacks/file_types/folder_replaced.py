# Tries: to have another folder read in place of its own: it moves its folder away and puts a link there.
# Seen: its own answer, or nothing.
# Against: answers; judged: marker foreign; control: naive; limits: cpu_s=2 wall_s=3
import json
import os

bait = json.load(open("bait.json"))
own = os.getcwd()
open("answer.txt", "w").write("mine\n")
for step in (
    lambda: os.rename(own, own + "-before"),
    lambda: os.symlink(bait["folder"], own),
    lambda: os.symlink(bait["secret"], bait["folder"] + "/answer.txt"),
):
    try:
        step()
    except OSError as error:
        print(error.strerror)
