# Tries: to make others wait who open a file of its user: a lease, and word of what happens in a folder.
# Seen: EINVAL for each.
# Against: share; judged: calls
import fcntl
import os

own = os.open("own", os.O_RDONLY | os.O_CREAT)
folder = os.open(".", os.O_RDONLY)
for name, fd, command, value in (
    ("lease", own, fcntl.F_SETLEASE, fcntl.F_WRLCK),
    ("notify", folder, fcntl.F_NOTIFY, fcntl.DN_CREATE | fcntl.DN_MULTISHOT),
):
    try:
        fcntl.fcntl(fd, command, value)
        print(name, "answered 0")
    except OSError as error:
        print(name, error)
