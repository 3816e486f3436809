# Tries: to take memory by way of its stack, as deep as a thread's may be, and to leave a core file when it
#   bursts.
# Seen: the run ends for its memory, or the program dies of its limits.
# Against: memory; judged: memory; control: loose memory_bytes=681574400 wall_s=15 cpu_s=12;
#   limits: memory_bytes=67108864 cpu_s=4 wall_s=4; ends: memory
import sys
import threading
import time

sys.setrecursionlimit(10**9)
threading.stack_size(400 << 20)


def deeper(depth):
    held = [depth] * 200
    if depth:
        return max([depth], key=lambda _: deeper(depth - 1)) + held[0]
    time.sleep(0.3)
    return 0


thread = threading.Thread(target=deeper, args=(150_000,))
thread.start()
thread.join()
