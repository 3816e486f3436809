# Tries: to slow its neighbours down: priority, scheduler, processors, limits, who dies first without memory.
# Seen: their settings are as they were.
# Against: share; judged: victim; flagged: yes
import json
import os
import pathlib
import resource

bait = json.load(open("bait.json"))
for pid in bait["victims"]:
    for change in (
        lambda pid: os.setpriority(os.PRIO_PROCESS, pid, 19),
        lambda pid: os.sched_setscheduler(pid, os.SCHED_IDLE, os.sched_param(0)),
        lambda pid: os.sched_setaffinity(pid, {0}),
        lambda pid: resource.prlimit(pid, resource.RLIMIT_NOFILE, (20, 20)),
        lambda pid: pathlib.Path(f"/proc/{pid}/oom_score_adj").write_text("1000"),
    ):
        try:
            change(pid)
            print("changed", pid)
        except OSError as error:
            print(error)
try:
    os.setpriority(os.PRIO_USER, 0, 19)
except OSError as error:
    print(error)
