# Tries: to crash the grader: its answers are folders, one of them full, one closed.
# Seen: each refused, "directory".
# Against: answers; judged: foreign unnamed; control: naive; limits: cpu_s=2 wall_s=3
import os

for number, mode in enumerate((0o755, 0o000, 0o7777)):
    name = f"answer{number}.txt"
    os.mkdir(name)
    open(f"{name}/answer.txt", "w").write("mine\n")
    os.chmod(name, mode)
    print("made", name)
