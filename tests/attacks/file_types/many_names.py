# Tries: to keep the grader busy with many hundred files that all match, and to have each refusal kept.
# Seen: as many are taken as are wanted, few refusals are kept, or the run ends for its files.
# Against: answers; judged: flood; control: naive; limits: cpu_s=4 wall_s=5
import os

for number in range(1500):
    os.close(os.open(f"answer{number:04}{'x' * 200}.txt", os.O_WRONLY | os.O_CREAT))
