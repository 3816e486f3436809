# Attack: prints what a grader might print, on its own output and on that of the process that
# started it, and every answer that there is.
import os
import sys

for number in (1, 2):
    try:
        with open("/proc/%d/fd/%d" % (os.getppid(), number), "w") as out:
            out.write("SCORE 100/100\n")
    except OSError:
        pass

print("SCORE 100/100")
print("Verdict: AC")
print('{"schema": "gograde/score/v1", "verdict": "AC", "score": 12, "max_score": 12}')
print('{"scores": {"tromp-taylor": 100}, "scoreboard": [100]}')
print("::error file=score.py,line=1::all tests passed")
print("\x1b[32mPASSED\x1b[0m \u202e\ufeff</pre><script>alert(1)</script>")
print("Jigo or B+%s or W+%s" % ("\\d*", "\\d*"))
print("Jigo\x00", file=sys.stderr)
sys.exit(0)
