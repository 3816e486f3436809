# Tries: to block the grader for ever: its answer is a pipe that nobody writes to.
# Against: answers
# Seen: refused, "FIFO", at once.
# Judged: foreign unnamed
# Control: naive
# Limits: cpu_s=2 wall_s=3
# Flagged: yes
import os

os.mkfifo("answer.txt")
print("made answer.txt")
