# Tries: to trace its parent, process 1 and its neighbours.
# Seen: EPERM, or no such process.
# Against: signals; judged: calls; flagged: yes
import ctypes
import json
import os

PTRACE_ATTACH, PTRACE_DETACH, PTRACE_SEIZE = 16, 17, 0x4206
libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = [ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p]
bait = json.load(open("bait.json"))
for pid in (*bait["victims"], os.getppid(), 1):
    for request in (PTRACE_SEIZE, PTRACE_ATTACH):
        answer = libc.ptrace(request, pid, None, None)
        print(f"ptrace({request:#x}) of {pid} answered {answer}", os.strerror(ctypes.get_errno()), flush=True)
        if answer == 0:
            print(f"ptrace({request:#x}) answered 0", flush=True)
            libc.ptrace(PTRACE_DETACH, pid, None, None)
