# Tries: to hand in a file that has another name: its own source, or the task's data, by hard link.
# Against: answers
# Seen: refused, "2 links".
# Judged: foreign unnamed
# Control: naive
# Limits: cpu_s=2 wall_s=3
# Flagged: yes
import os

for name, target in {"answer1.txt": __file__, "answer2.txt": "bait.json"}.items():
    os.link(target, name)
    print("made", name)
