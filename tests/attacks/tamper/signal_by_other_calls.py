# Tries: to signal a neighbour by the calls that are not kill: for threads, with values, by descriptor.
# Seen: the neighbour was sent nothing.
# Against: signals; judged: victim; flagged: yes
import ctypes
import json
import os
import platform
import signal
import struct

TKILL, TGKILL, QUEUE, QUEUE_TO_THREAD = (200, 130), (234, 131), (129, 138), (297, 240)
libc = ctypes.CDLL(None, use_errno=True)
column = ("x86_64", "aarch64").index(platform.machine())
told = ctypes.create_string_buffer(struct.pack("3i", signal.SIGUSR1, 0, -1), 128)
bait = json.load(open("bait.json"))
for pid in (*bait["victims"], os.getppid(), 1):
    for numbers, *words in (
        (TKILL, pid, signal.SIGUSR1),
        (TGKILL, pid, pid, signal.SIGUSR1),
        (QUEUE, pid, signal.SIGUSR1, ctypes.addressof(told)),
        (QUEUE_TO_THREAD, pid, pid, signal.SIGUSR1, ctypes.addressof(told)),
    ):
        answer = libc.syscall(*(ctypes.c_long(word) for word in (numbers[column], *words)))
        print(numbers, answer, os.strerror(ctypes.get_errno()))
    try:
        signal.pidfd_send_signal(os.pidfd_open(pid), signal.SIGUSR1)
    except OSError as error:
        print(error)
