# Tries: to hand in a file that has another name: its own source, or the task's data, by hard link.
# Seen: refused, "2 links".
# Against: answers; judged: foreign unnamed; control: naive; limits: cpu_s=2 wall_s=3; flagged: yes
import os

for name, target in {"answer1.txt": __file__, "answer2.txt": "bait.json"}.items():
    os.link(target, name)
    print("made", name)
