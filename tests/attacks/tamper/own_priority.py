# Tries: to get more of the machine: priority, scheduler, processors, another user.
# Seen: EPERM or EACCES for each.
# Against: share; judged: calls
import os

for name, change in {
    "nice": lambda: os.nice(-5),
    "setpriority": lambda: os.setpriority(os.PRIO_PROCESS, 0, -5),
    "fifo": lambda: os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1)),
    "batch": lambda: os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0)),
    "param": lambda: os.sched_setparam(0, os.sched_param(0)),
    "affinity": lambda: os.sched_setaffinity(0, range(os.cpu_count() or 1)),
    "setuid": lambda: os.setuid(0),
    "setresuid": lambda: os.setresuid(-1, 0, -1),
    "setgroups": lambda: os.setgroups([0]),
}.items():
    try:
        change()
        print(name, "answered 0")
    except OSError as error:
        print(name, error)
