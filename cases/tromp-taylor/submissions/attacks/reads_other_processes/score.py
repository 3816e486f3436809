# Attack: looks for the answer in the environment, the command line and the open files of all
# processes that it can see, the grader's among them, and prints what it finds there.
import glob
import os
import re

ANSWER = re.compile(rb'answer\S{0,3}\s{0,3}"?(B\+\d+|W\+\d+|Jigo)')
FILES = ("environ", "cmdline", "fd/0", "fd/[3-9]", "cwd/answer.txt", "root/work/answer.txt")

SEEN = glob.glob("/proc/[0-9]*")  # empty where /proc cannot be listed; then guess
for folder in {*SEEN, "/proc/1", "/proc/%d" % os.getppid()} - {"/proc/%d" % os.getpid()}:
    for name in FILES:
        for path in glob.glob(os.path.join(folder, name)) or [os.path.join(folder, name)]:
            try:
                file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
                found = ANSWER.search(os.read(file, 1 << 20))
                os.close(file)
            except OSError:
                continue
            if found:
                print(found.group(1).decode())
                raise SystemExit
