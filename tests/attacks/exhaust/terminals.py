# Tries: to open so many terminals that the machine, which has one number of them, has none left.
# Seen: no terminal can be opened.
# Against: kernel; judged: got; limits: cpu_s=3 wall_s=8
import os

opened = []
children = []
for _ in range(20):
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        mine = []
        try:
            while len(mine) < 120:
                mine += os.openpty()
        except OSError:
            pass
        os.write(writer, b"%d\n" % (len(mine) // 2))
        os._exit(0)
    os.close(writer)
    opened.append(reader)
    children.append(child)
count = sum(int(os.read(reader, 16)) for reader in opened)
if count:
    print(f"got {count} terminals")
