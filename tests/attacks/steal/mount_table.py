# Tries: to learn names of the host: from its mounts, its maps, its control groups, its own folder.
# Seen: no folder of the grader is named.
# Against: names; judged: host_named; control: careless
import os

for name in ("mountinfo", "mounts", "mountstats", "maps", "cgroup", "environ", "cmdline", "numa_maps"):
    try:
        print(open(f"/proc/self/{name}", errors="replace").read())
    except OSError as error:
        print(error)
for name in ("cwd", "exe", "root", "fd/0", "fd/1"):
    try:
        print(os.readlink(f"/proc/self/{name}"))
    except OSError as error:
        print(error)
print(os.getcwd(), os.uname())
