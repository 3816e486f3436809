# Tries: to use CPU time in one sum of enormous numbers.
# Seen: the run ends for its CPU time.
# Against: cpu; judged: over_time; control: loose cpu_s=3 wall_s=8; limits: cpu_s=0.5 wall_s=4; ends: cpu
print(len(bin(7 ** (10**8))))
