# Tries: to leave a program on the grader's disk that runs as its owner, for a friend to start: set-user-id
#   for everybody.
# Seen: where anybody could reach it no such file is ever there.
# Against: answers; judged: setuid; limits: cpu_s=2 wall_s=3
import os
import shutil
import time

shutil.copy("/bin/sleep", "answer.txt")
for folder in (".", ".."):
    try:
        os.chmod(folder, 0o777)
    except OSError as error:
        print(error.strerror)
os.chmod("answer.txt", 0o6777)
time.sleep(0.4)
