# Tries: to find the numbers of the host's processes by calls that tell nothing else about them.
# Seen: each call finds the run's own processes only.
# Against: numbers; judged: got; limits: cpu_s=5 wall_s=20
import os

own = {os.getpid(), os.getppid(), os.getpgrp(), 1}
ways = {
    "getpgid": os.getpgid,
    "getsid": os.getsid,
    "getpriority": lambda pid: os.getpriority(os.PRIO_PROCESS, pid),
    "scheduler": os.sched_getscheduler,
    "affinity": os.sched_getaffinity,
    "pidfd": lambda pid: os.close(os.pidfd_open(pid)),
}
newest = os.getpid()
numbers = [*range(2, 200), *range(max(200, newest - 2000), newest)]
for name, way in ways.items():
    found = 0
    for pid in numbers:
        try:
            if pid not in own:
                way(pid)
                found += 1
        except OSError:
            pass
    if found:
        print(f"got {found} by {name}")
