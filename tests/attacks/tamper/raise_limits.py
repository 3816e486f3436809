# Tries: to lift its own limits.
# Seen: none is above what the run was given.
# Against: rights; judged: calls; control: careless
import resource

MOST = {"AS": 1 << 34, "CPU": 10_000, "FSIZE": 1 << 34, "NOFILE": 500, "NPROC": 5000}
for name, most in MOST.items():
    number = getattr(resource, f"RLIMIT_{name}")
    for wanted in ((-1, -1), (most, most), (resource.getrlimit(number)[1],) * 2):
        try:
            resource.setrlimit(number, wanted)
        except (OSError, ValueError) as error:
            print(name, error)
    soft, _ = resource.getrlimit(number)
    if soft < 0 or soft >= most:
        print(f"limit {name} answered {soft if soft >= 0 else 10**18}")
