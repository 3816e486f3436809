# Tries: to hold the place of others by sleeping on, deaf to every signal that can be ignored.
# Against: clock
# Seen: the run ends by the clock.
# Judged: late
# Control: loose wall_s=9
# Limits: cpu_s=2 wall_s=1
# Ends: wall
import signal
import time

for number in range(1, 32):
    if number not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(number, signal.SIG_IGN)
end = time.monotonic() + 4
while time.monotonic() < end:
    time.sleep(0.5)
