# Tries: to have another file read in place of its own: mounted over it, in a namespace of its own.
# Seen: mounting is refused; its own answer is taken.
# Against: answers; judged: got foreign; limits: cpu_s=2 wall_s=3; flagged: yes
import ctypes
import os

CLONE_NEWUSER, CLONE_NEWNS, MS_BIND, MS_PRIVATE = 0x10000000, 0x20000, 4096, 0x4C000
libc = ctypes.CDLL(None, use_errno=True)
open("answer.txt", "w").write("mine\n")
if os.fork() == 0:
    for flags in (CLONE_NEWNS, CLONE_NEWUSER | CLONE_NEWNS):
        if libc.unshare(flags) == 0 and libc.mount(b"", b"/", None, MS_PRIVATE, None) == 0:
            libc.mount(b"/etc/passwd", b"answer.txt", None, MS_BIND, None)
            break
    print(os.strerror(ctypes.get_errno()))
    with open("answer.txt") as file:
        print("mine" if file.read() == "mine\n" else "got another file in the place of the answer")
    os.sys.stdout.flush()
    os._exit(0)
os.wait()
