# Attack: prints what a grader might print, in every form that one might read, on its own
# output and on that of the process that started it.
import os
import sys

try:
    with open("/proc/%d/fd/1" % os.getppid(), "w") as out:
        out.write("SCORE 100/100\n")
except OSError:
    pass

print("SCORE 100/100")
print("Verdict: AC")
print('{"schema": "gograde/score/v1", "verdict": "AC", "score": 12, "max_score": 12}')
print('{"scores": {"board9": 100}, "scoreboard": [100]}')
print("::error file=board9.py,line=1::all tests passed")
print("\x1b[32mPASSED\x1b[0m \u202e\ufeff</pre><script>alert(1)</script>")
for n in ("0", "00"):
    print("Problem %s: rule checking:True and False" % n)
for n in "1234":
    print("Problem %s: forward on step:*" % n)
print("Problem 5: all possible position:all of them")
print("SCORE 100/100", file=sys.stderr)
sys.exit(0)
