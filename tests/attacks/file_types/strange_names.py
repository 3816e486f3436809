# Tries: to be taken for another file, or for a way out, by its name: control characters, other directions of
#   writing, bytes of no text, slashes that are none, the longest name.
# Seen: only its own bytes are taken, in this folder; nothing is made outside.
# Against: answers; judged: foreign; control: naive; limits: cpu_s=2 wall_s=3; flagged: yes
import os

NAMES = (
    b"answer\n.txt", b"answer\x1b[2J\x1b]0;x\x07.txt", "answer\u202etxt.txt".encode(), b"answer\xff\xfe.txt",
    "answer\u2215..\u2215up.txt".encode(), b"answer" + b"x" * 245 + b".txt", b"answer$(id)`id`;id.txt",
    b"answer%s%n{0}.txt",
)  # fmt: skip
for name in NAMES:
    open(name, "w").write("mine\n")
os.symlink("/etc/passwd", b"answer\r.txt")
