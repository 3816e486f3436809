"""Parts of honest Python programs: ways to read `text`, to make `out` from it, and to write that."""

from __future__ import annotations

READ = {
    "input": """
lines = []
try:
    while True: lines.append(input() + "\\n")
except EOFError: pass
text = "".join(lines)""",
    "descriptor": "import os\ntext = b''.join(iter(lambda: os.read(0, 7), b'')).decode()",
    "file": "with open('in.txt', encoding='utf-8') as file: text = file.read()",
    "mapped": """
import mmap
with open('in.txt', 'rb') as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as view:
    text = view[:].decode()""",
    "backwards": """
import os
file = os.open('in.txt', os.O_RDONLY)
size = os.lseek(file, 0, os.SEEK_END)
text = b''.join(os.pread(file, 1, at) for at in range(size)).decode()
os.close(file)""",
    "beside the program": "import os, sys\ntext = open(os.path.join(sys.path[0], 'in.txt')).read()",
}

MAKE = {
    "sorted": "out = ' '.join(sorted(text.split()))",
    "threads": """
import threading
found, lock = [], threading.Lock()
def work(word):
    with lock: found.append(word)
threads = [threading.Thread(target=work, args=(word,)) for word in text.split()]
for thread in threads: thread.start()
for thread in threads: thread.join()
out = ' '.join(sorted(found))""",
    "asyncio": """
import asyncio
async def one(word):
    await asyncio.sleep(0.001)
    return word.title()
async def every(): return await asyncio.gather(*map(one, text.split()))
out = ' '.join(asyncio.run(every()))""",
    "fork": """
import os
ours, theirs = os.pipe()
if os.fork() == 0:
    os.write(theirs, text.upper().encode()); os._exit(0)
os.close(theirs); out = b''.join(iter(lambda: os.read(ours, 99), b'')).decode(); os.wait()""",
    "subprocess": """
import subprocess
out = subprocess.run(['sort'], input=text, capture_output=True, text=True, check=True).stdout""",
    "shell": "import os\nout = os.popen('echo a b | wc -w').read().strip() + text.split()[0]",
    "multiprocessing": """
import multiprocessing
ours, theirs = multiprocessing.Pipe()
def work(end): end.send(end.recv()[::-1])
child = multiprocessing.get_context('fork').Process(target=work, args=(theirs,)); child.start()
ours.send(text); out = ours.recv(); child.join()""",
    "socket pair": """
import socket
ours, theirs = socket.socketpair()
ours.sendall(text.encode()); ours.shutdown(socket.SHUT_WR)
out = b''.join(iter(lambda: theirs.recv(9), b'')).decode()""",
    "selectors": """
import os, selectors
ours, theirs = os.pipe(); chosen = selectors.DefaultSelector(); chosen.register(ours, selectors.EVENT_READ)
os.write(theirs, b'ready'); out = str([key.fd == ours for key, _ in chosen.select(5)]) + text[:3]""",
    "alarm": """
import signal
rang = []
signal.signal(signal.SIGALRM, lambda *_: rang.append('rang')); signal.setitimer(signal.ITIMER_REAL, 0.01)
while not rang: signal.pause()
out = rang[0] + text[:3]""",
    "own signal": """
import os, signal
heard = []
signal.signal(signal.SIGUSR1, lambda number, _: heard.append(number)); os.kill(os.getpid(), signal.SIGUSR1)
out = f'{heard} {text[:3]}'""",
    "times": """
import datetime, time
time.sleep(0.001); day = datetime.datetime(2024, 2, 28) + datetime.timedelta(2)
out = f'{day:%A %d %B %Y} {time.strftime("%H", time.gmtime(7200))} {time.monotonic() > 0} {len(text)}'""",
    "zone": "import time\nout = f'{time.localtime(0).tm_hour} {time.tzname[0]} {len(text)}'",
    "urandom": """
import os, secrets, uuid
out = f'{len(os.urandom(9))} {len(secrets.token_hex(3))} {len(str(uuid.uuid4()))}'""",
    "archives": """
import io, tarfile, zipfile
with zipfile.ZipFile('a.zip', 'w') as file: file.writestr('in', text)
with tarfile.open('a.tar', 'w') as tar: tar.add('a.zip')
with tarfile.open('a.tar') as tar: data = tar.extractfile('a.zip').read()
out = zipfile.ZipFile(io.BytesIO(data)).read('in').decode()""",
    "sqlite": """
import sqlite3
with sqlite3.connect('moves.db') as db:
    db.execute('create table word (text)')
    db.executemany('insert into word values (?)', [(word,) for word in text.split()])
out = str(sqlite3.connect('moves.db').execute('select count(*), max(text) from word').fetchone())""",
    "temporary": """
import os, tempfile
with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile('w+', dir=folder) as file:
    file.write(text); file.seek(0); out = file.read() + str(len(os.listdir(folder)))""",
    "folders": """
import os, pathlib, shutil
os.makedirs('one/two'); pathlib.Path('one/two/a').write_text(text); shutil.copytree('one', 'copy')
os.rename('copy/two/a', 'copy/b'); out = str(sorted(map(str, pathlib.Path('copy').rglob('*'))))
shutil.rmtree('one'); shutil.rmtree('copy'); out += str(os.path.exists('one'))""",
    "glob and stat": """
import glob, os
out = str(glob.glob('in.*')) + str(os.stat('in.txt').st_size)
out += str(os.access('in.txt', os.R_OK)) + text[:2]""",
    "own lock": """
import fcntl
with open('lock', 'w') as file:
    fcntl.flock(file, fcntl.LOCK_EX); fcntl.flock(file, fcntl.LOCK_UN)
    fcntl.lockf(file, fcntl.LOCK_EX); out = text.lower()""",
    "C library": """
import ctypes
strlen = ctypes.CDLL(None).strlen; strlen.argtypes = [ctypes.c_char_p]
out = str(strlen(text.encode()))""",
    "large stack": """
import sys, threading
threading.stack_size(64 << 20); sys.setrecursionlimit(100_000); found = []
def depth(n): return 0 if n == 0 else 1 + depth(n - 1)
thread = threading.Thread(target=lambda: found.append(depth(30_000))); thread.start(); thread.join()
out = str(found) + text[:2]""",
    "much memory": "data = bytearray(60 << 20); data[-1] = 7\nout = str(data[-1]) + text[:2]; del data",
    "machine": """
import getpass, locale, os, platform, resource, sys
out = f'{sys.platform} {os.sep} {platform.system()} {locale.getpreferredencoding()} {os.cpu_count() > 0}'
resource.getrusage(resource.RUSAGE_SELF); os.getloadavg(); os.uname(); os.times(); os.getcwd()""",
    "two modules": """
open('helper.py', 'w').write('def twice(text): return text * 2')
import importlib; importlib.invalidate_caches(); import helper
out = helper.twice(text)""",
    "numpy": """
try:
    import numpy
    out = str(numpy.linalg.det(numpy.eye(30)).round(3)) + str(numpy.arange(6).reshape(2, 3).sum(0))
except ImportError: out = 'no numpy'""",
}

WRITE = {
    "print": "print(out)",
    "flushed": "import sys\nfor sign in out: print(sign, end='', flush=True)",
    "descriptor": "import os\nos.write(1, out.encode())",
    "file": "with open('answer.txt', 'w') as file: file.write(out)",
    "replaced": "import os\nopen('new', 'w').write(out)\nos.replace('new', 'answer.txt')",
    "synced": """
import os
file = os.open('answer.txt', os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
os.write(file, out.encode()); os.fsync(file); os.close(file)""",
    "mapped": """
import mmap
data = out.encode() or b' '
with open('answer.txt', 'w+b') as file:
    file.truncate(len(data))
    with mmap.mmap(file.fileno(), len(data)) as view: view[:] = data; view.flush()""",
    "a child": """
import subprocess
with open('answer.txt', 'w') as file:
    subprocess.run(['cat'], input=out, text=True, stdout=file, check=True)""",
}
