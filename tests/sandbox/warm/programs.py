"""Programs that run warm and cold, and the parts of their runs that are compared."""

from dataclasses import replace
from typing import Any

from gograde.sandbox.protocol import Collect, Job, RunResult
from tests.sandboxes import python_job

ALL = Collect(("*",), depth=3)


def job(source: str, **options: Any) -> Job:
    env = {"LANG": "C.UTF-8", "PYTHONHASHSEED": "0", **options.pop("env", {})}
    return replace(python_job(source, **options), collect=ALL, env=env)


def told(result: RunResult) -> tuple[object, ...]:
    """All of a run that is not a measure."""
    ends = result.exit_code, result.signal, result.killed_for, result.violations
    return *ends, result.stdout, result.stderr, dict(result.files), dict(result.refused)


PROGRAMS = {
    "surroundings": """
import os, sys, resource, socket
print(__name__, __file__, __builtins__, sorted(globals()), sys.argv, sys.orig_argv, sys.path, sys.flags)
print(os.getcwd(), os.getpid() == 2, os.listdir('.'), sorted(os.environ.items()), hash('a'))
print([resource.getrlimit(n) for n in range(16) if n != resource.RLIMIT_NPROC])
print(os.stat('.').st_mode, os.stat('.').st_uid == os.getuid(), oct(os.umask(0)), socket.gethostname())
print(sorted(os.listdir('/proc/self/fd')), os.listdir('/'))
print([line for line in open('/proc/self/status') if line[:3] in ('Cap', 'NoN', 'Sec', 'Sig', 'Shd')])
print([name for name in os.listdir('/proc') if name.isdigit()], os.listdir('/proc/1'))
print(os.stat('/dev/shm').st_mode, sys.stdin.seekable())
""",
    "streams": """
import sys
text = sys.stdin.read()
print(text.upper())
print(text, file=sys.stderr)
print(input())
""",
    "left open": """
import sys
f = open('answer', 'w')
f.write('1,2')
sys.kept = open('other', 'w')
sys.kept.write('3')
""",
    "last words": """
import atexit, os, threading
class Told:
    def __init__(self, name): self.name = name
    def __del__(self, write=os.write): write(1, f'{self.name} {shout}\\n'.encode())
shout = 'loud'
one, two = Told('one'), Told('two')
two.self = two
atexit.register(lambda: print('registered'))
threading.Thread(target=lambda: (threading.main_thread().join(), print('thread'))).start()
print('main', end='')
""",
    "too late": """
import builtins, sys
class Late:
    def __init__(self, name): self.name = name
    def __del__(self):
        said = [self.name, hasattr(builtins, 'mine')]
        try: import random; open(self.name, 'w').close()
        except (ImportError, NameError) as error: said.append(error)
        try: open
        except NameError as error: said.append(error)
        print(*said)
builtins.mine = 1
circle, kept = Late('circle'), Late('kept')
circle.self = circle
del circle
sys.stdout = open('told', 'w')
""",
    "modules": """
import json, ctypes, socket, array, pathlib, io, weakref, resource, atexit, own.deep, own
print(own.deep.VALUE, own.__file__, ctypes.sizeof(ctypes.c_long), json.dumps([1]))
import __main__, pickle
class C: pass
print(type(pickle.loads(pickle.dumps(C()))) is C, __main__.C is C, __main__.__spec__, type(__loader__))
""",
    "raises": "def f(): raise ValueError('no')\nprint('so far')\nf()",
    "raises in a module": "import bad",
    "no program at all": "def (",
    "sys.exit": "import sys; open('x', 'w').write('y'); sys.exit(3)",
    "exit with words": "raise SystemExit('lost')",
    "left at once": "import os; os._exit(7)",
    "aborted": "import os; print('x', flush=True); os.abort()",
    "killed by itself": "import os; os.kill(os.getpid(), 15)",
    "interrupted": "import os, signal; os.kill(os.getpid(), signal.SIGINT); signal.pause()",
    "children": """
import subprocess, multiprocessing, sys, os
def double(x): return 2 * x
if __name__ == '__main__':
    print(subprocess.run([sys.executable, '-c', 'print(5)'], capture_output=True, check=True).stdout)
    print(multiprocessing.get_context('spawn').Pool(1).map(double, [1, 2]))
    pid = os.fork()
    if pid == 0: print('child'); sys.exit(4)
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), os.getpid(), pid)
""",
    "too deep": "def f(n): return f(n + 1)\ntry: f(0)\nexcept RecursionError: print('caught')",
    "forbidden": """
import os
for attempt in (lambda: open('/etc/shadow'), lambda: os.chroot('/')):
    try: attempt()
    except OSError as error: print(error)
""",
    "too much": "print('x' * (1 << 20))\n" * 5,
    "too many files": "import signal\nfor n in range(9000): open(f'f{n}', 'w').close()\nsignal.pause()",
    "too slow": "while True: pass",
}

FILES = {"own/__init__.py": b"", "own/deep.py": b"VALUE = 6", "bad.py": b"x = 1\ndef (:\n"}

LIMITS = {"too slow": {"cpu_s": 0.3}, "too many files": {"work_files": 200}}
