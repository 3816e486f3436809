# Attack: looks for the reference answers in its folder, above it, in the usual places and
# in the folders of other processes, and hands in the first file of answers it finds.
import glob
import os
import shutil

PLACES = [
    ".", "..", "../..", "/", "/hidden", "/class", "/box/..", "/tmp", "/root", "/home/*", "/srv", "/var/tmp", "/mnt",
    "/proc/[0-9]*/cwd", "/proc/[0-9]*/root/tmp", os.path.expanduser("~"), os.getcwd().rsplit("/", 1)[0],
]  # fmt: skip
NAMES = ["answer*.txt", "hidden/board9/0*/answer.txt", "*/hidden/board9/0*/answer.txt", "data/sample/01/answer.txt",
         "*/data/sample/01/answer.txt", "cases/board9/data/sample/01/answer.txt", "board9/0*/answer.txt"]  # fmt: skip

for place in PLACES:
    for name in NAMES:
        for path in glob.glob(os.path.join(place, name)):
            try:
                shutil.copy(path, "answer_stolen.txt")
            except OSError:
                continue
            raise SystemExit
