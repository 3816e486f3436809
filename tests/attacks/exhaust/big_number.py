# Tries: to use CPU time in one sum of enormous numbers.
# Against: cpu
# Seen: the run ends for its CPU time.
# Judged: over_time
# Control: loose cpu_s=3 wall_s=8
# Limits: cpu_s=0.5 wall_s=4
# Ends: cpu
print(len(bin(7 ** (10**8))))
