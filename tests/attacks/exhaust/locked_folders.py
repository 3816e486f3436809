# Tries: to leave folders that their owner cannot enter, with names that no shell takes.
# Seen: the run is over in time and nothing is left on the disk; or it ends for what cannot be measured.
# Against: files; judged: remains; control: naive; limits: work_files=5000 cpu_s=4 wall_s=5
import os

for name in (b"\n", b"\x1b[2J", "\u202egpj.exe".encode(), b"\xff\xfe", b"x" * 255, b"-rf", b"*"):
    path = name
    for _ in range(8):
        os.mkdir(path)
        open(path + b"/f", "w").close()
        path += b"/" + name
os.system("for i in 1 2 3; do mkdir locked$i && echo x >locked$i/f && chmod 0 locked$i; done 2>/dev/null")
os.umask(0o777)
os.mkdir("end")
