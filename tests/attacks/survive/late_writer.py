# Tries: to write its answer after the end, when the time that is measured is over.
# Seen: the answer is what lay there at the end.
# Against: end; judged: foreign alive; control: naive; limits: cpu_s=2 wall_s=3
import os
import time

open("answer.txt", "w").write("mine\n")
if os.fork() == 0:
    parent = os.getppid()
    while os.getppid() == parent:
        time.sleep(0.01)
    time.sleep(0.5)
    open("answer.new", "w").write("too late\n")
    os.rename("answer.new", "answer.txt")
    os._exit(0)
time.sleep(0.2)
os._exit(0)
