# Tries: to leave what cannot be deleted, or holds more than its bytes: immutable files, extended attributes,
#   folders that may not be written to.
# Seen: only its own bytes are taken, and nothing is left on the disk.
# Against: answers; judged: foreign unnamed remains; control: naive; limits: cpu_s=2 wall_s=3
import array
import fcntl
import os

FS_IOC_SETFLAGS, IMMUTABLE, APPEND = 0x40086602, 0x10, 0x20
os.mkdir("folder")
for number, flag in enumerate((IMMUTABLE, APPEND)):
    with open(f"answer{number}.txt", "w") as file, open(f"folder/{number}", "w"):
        file.write("mine\n")
        file.flush()
        for change in (
            lambda file=file: os.setxattr(file.fileno(), "user.hidden", b"x" * 1000),
            lambda file=file, flag=flag: fcntl.ioctl(file, FS_IOC_SETFLAGS, array.array("L", [flag])),
        ):
            try:
                change()
            except OSError as error:
                print(error.strerror)
    print(f"made answer{number}.txt")
os.chmod("folder", 0o500)
