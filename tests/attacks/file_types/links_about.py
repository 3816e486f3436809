# Tries: to confuse by links that lead nowhere, in a circle, to a folder and to another answer.
# Seen: each refused, "symbolic link"; the plain answer is taken.
# Against: answers; judged: foreign unnamed; control: naive; limits: cpu_s=2 wall_s=3; flagged: yes
import os

open("plain.txt", "w").write("not mine\n")
for name, target in {
    "answer1.txt": "plain.txt", "answer2.txt": "nowhere", "answer3.txt": "answer3.txt", "answer4.txt": ".",
    "answer5.txt": "/etc/passwd",
}.items():  # fmt: skip
    os.symlink(target, name)
    print("made", name)
open("answer6.txt", "w").write("mine\n")
print("made answer6.txt")
