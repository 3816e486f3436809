# Tries: to have another folder read in place of its own: it moves its folder away and puts a link there.
# Seen: its own answer, or nothing.
# Against: answers; judged: marker foreign; control: naive; limits: cpu_s=2 wall_s=3
import json
import os

with open("bait.json") as file:
    bait = json.load(file)
own = os.getcwd()
with open("answer.txt", "w") as file:
    file.write("mine\n")
for step in (
    lambda: os.rename(own, own + "-before"),
    lambda: os.symlink(bait["folder"], own),
    lambda: os.symlink(bait["secret"], bait["folder"] + "/answer.txt"),
):
    try:
        step()
    except OSError as error:
        print(error.strerror)
