# Tries: to use CPU time inside one call of C that no signal handler of Python interrupts.
# Seen: the run ends for its CPU time.
# Against: cpu; judged: over_time; control: loose cpu_s=3 wall_s=8; limits: cpu_s=0.5 wall_s=4; ends: cpu
import re
import signal

signal.signal(signal.SIGXCPU, signal.SIG_IGN)
re.match(r"(x+x+)+y", "x" * 40)
