# Tries: to use CPU time inside one call of C that no signal handler of Python interrupts.
# Against: cpu
# Seen: the run ends for its CPU time.
# Judged: over_time
# Control: loose cpu_s=3 wall_s=8
# Limits: cpu_s=0.5 wall_s=4
# Ends: cpu
import re
import signal

signal.signal(signal.SIGXCPU, signal.SIG_IGN)
re.match(r"(x+x+)+y", "x" * 40)
