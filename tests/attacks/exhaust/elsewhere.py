# Tries: to fill the disk in every folder but its own that anybody may write to, in deleted files.
# Seen: each is refused.
# Against: disk; judged: held_on_disk; control: naive; limits: work_bytes=4194304 cpu_s=3 wall_s=4
import os


def hoard(name):
    """Bytes kept in a file without a name, for as long as this process lives."""
    try:
        file = os.open(name, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600)
        os.unlink(name)
        return sum(os.write(file, bytes(1 << 20)) for _ in range(10))
    except OSError as error:
        print(name, error.strerror)
        return 0


FOLDERS = ("/tmp", "/var/tmp", "/var/lock", "/var/crash", "/var/mail", "/home", "..")
print(f"held {sum(hoard(f'{folder}/hoard-{number}') for folder in FOLDERS for number in range(1))} bytes")
