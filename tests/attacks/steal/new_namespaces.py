# Tries: to make namespaces of its own, in which it is root, and to mount and chroot there.
# Seen: EPERM for each.
# Against: rights; judged: calls; flagged: yes
import ctypes
import os

CLONE_FILES = 0x400
NEW = {"user": 0x10000000, "mount": 0x20000, "pid": 0x20000000, "net": 0x40000000, "ipc": 0x8000000}
libc = ctypes.CDLL(None, use_errno=True)


def call(what, answer):
    print(what, f"answered {answer}" if answer >= 0 else f"failed: {os.strerror(ctypes.get_errno())}")


call("unshare(files)", libc.unshare(CLONE_FILES))
for name, flag in NEW.items():
    call(f"unshare({name})", libc.unshare(flag))
    call(f"unshare(user and {name})", libc.unshare(flag | NEW["user"]))
call("mount", libc.mount(b"none", b"/", b"tmpfs", 0, None))
call("bind", libc.mount(b"/", b"/proc", None, 0x1000, None))
call("umount2", libc.umount2(b"/proc", 2))
call("chroot", libc.chroot(b"."))
call("setns", libc.setns(os.open(".", os.O_RDONLY), 0))
