# Tries: to change mode, owner, times and attributes of files of its own user, by every call that can.
# Seen: they are as they were; a call that says 0 has done nothing.
# Against: writes; judged: canary; flagged: yes
import json
import os

bait = json.load(open("bait.json"))
for path in (*bait["own"], bait["writable"], bait["folder"]):
    for change in (
        lambda path: os.chmod(path, 0o777),
        lambda path: os.chown(path, os.getuid(), os.getgid()),
        lambda path: os.lchown(path, os.getuid(), os.getgid()),
        lambda path: os.utime(path, (1, 1)),
        os.utime,
        lambda path: os.setxattr(path, "user.mark", b"mine"),
        lambda path: os.chmod(os.open(path, os.O_RDONLY), 0o4777),
        lambda path: os.utime(os.open(path, os.O_PATH), (1, 1)),
        lambda path: os.chmod(f"/proc/self/fd/{os.open(path, os.O_PATH)}", 0o777),
    ):
        try:
            change(path)
            print("no error for", path)
        except OSError as error:
            print(error)
