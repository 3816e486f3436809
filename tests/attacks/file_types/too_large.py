# Tries: to hand in more than is taken: one byte above the cap, far above it, and more files than are wanted.
# Seen: each beyond is refused by its name; the others are its own bytes.
# Against: answers; judged: foreign unnamed; control: naive; limits: cpu_s=2 wall_s=3
for number in range(60):
    open(f"answer{number:02}.txt", "wb").write(b"mine\n" * (14000 if number % 2 else 1))
    print(f"made answer{number:02}.txt")
open("answer99.txt", "wb").write(b"mine\n" * 1_000_000)
print("made answer99.txt")
