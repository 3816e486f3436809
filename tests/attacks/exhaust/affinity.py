# Tries: to take cores and urgency that others need: all cores, real-time scheduling, a negative niceness.
# Seen: each is refused.
# Against: share; judged: got; limits: cpu_s=2 wall_s=3
import os

ways = {
    "cores": lambda: os.sched_setaffinity(0, range(os.cpu_count() or 1)),
    "real time": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
    "niceness": lambda: os.nice(-5),
}
for name, take in ways.items():
    try:
        take()
        print("got", name)
    except OSError as error:
        print(name, error.strerror)
