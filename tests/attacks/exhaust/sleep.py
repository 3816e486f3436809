# Tries: to hold the place of others by sleeping on, deaf to every signal that can be ignored.
# Seen: the run ends by the clock.
# Against: clock; judged: late; control: loose wall_s=9; limits: cpu_s=2 wall_s=1; ends: wall
import signal
import time

for number in range(1, 32):
    if number not in (signal.SIGKILL, signal.SIGSTOP):
        signal.signal(number, signal.SIG_IGN)
end = time.monotonic() + 4
while time.monotonic() < end:
    time.sleep(0.5)
