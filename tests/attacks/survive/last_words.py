# Tries: to fork while it dies: at its exit, in a handler, and in a thread while the main one ends.
# Seen: none of these lives when the run is over.
# Against: end; judged: alive; control: naive; limits: cpu_s=3 wall_s=3
import atexit
import os
import threading
import time


def leave(seconds=40.0):
    if os.fork() == 0:
        os.closerange(0, 3)
        time.sleep(seconds)
        os._exit(0)


def keep_forking():
    for _ in range(20):
        leave()
        time.sleep(0.001)


atexit.register(leave)
threading.Thread(target=keep_forking, daemon=True).start()
time.sleep(0.01)
