# Tries: to block the grader for ever: its answer is a pipe that nobody writes to.
# Seen: refused, "FIFO", at once.
# Against: answers; judged: foreign unnamed; control: naive; limits: cpu_s=2 wall_s=3; flagged: yes
import os

os.mkfifo("answer.txt")
print("made answer.txt")
