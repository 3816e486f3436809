# Tries: to fill the grader's memory with zeros: files that are one hole, up to ten gigabytes.
# Seen: refused as too large, or "File too large".
# Against: answers; judged: foreign unnamed; control: naive; limits: cpu_s=2 wall_s=3
import os
import signal

signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
for name, size in {"answer1.txt": 12 << 20, "answer2.txt": 10 << 30}.items():
    file = os.open(name, os.O_WRONLY | os.O_CREAT)
    try:
        os.ftruncate(file, size)
        print("made", name)
    except OSError as error:
        os.unlink(name)
        print(error.strerror)
