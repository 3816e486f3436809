# Tries: to crash the grader by a file that its owner may not read.
# Seen: "permission denied", or its own bytes.
# Against: answers; judged: foreign unnamed; control: naive; limits: cpu_s=2 wall_s=3
import os

os.umask(0o777)
open("answer.txt", "w").write("mine\n")
os.chmod("answer.txt", 0)
print("made answer.txt")
