"""What honest programs use works in both back ends, is no violation, and needs no call that is not listed."""

import shutil
from dataclasses import replace

import pytest

from gograde.intake.starting.launch import ENVIRONMENT
from gograde.sandbox.protocol import MIB, Limits, RunResult, StagedFile
from tests.needs import lacks
from tests.sandboxes import Box, shell_job

STDLIB = {
    "sqlite3": """
import sqlite3
for name in ('games.db', ':memory:'):
    with sqlite3.connect(name) as db:
        db.execute('create table moves (n integer, move text)')
        db.executemany('insert into moves values (?, ?)', [(n, 'x') for n in range(100)])
    assert db.execute('select count(*) from moves').fetchone() == (100,)
other = sqlite3.connect('games.db')
other.execute('pragma journal_mode=wal')
assert other.execute('select max(n) from moves').fetchone() == (99,)
""",
    "dbm and shelve": """
import dbm.dumb, shelve
for open_ in (shelve.open, dbm.dumb.open):
    with open_('kept') as kept: kept['a'] = b'1'
    with open_('kept') as kept: assert kept['a'] == b'1'
try:
    import dbm.gnu
    with dbm.gnu.open('gnu', 'c') as kept: kept['a'] = '1'
except ImportError: pass
""",
    "locks of its own": """
import fcntl, os
with open('own', 'w') as file:
    fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    if os.fork() == 0:
        try: fcntl.lockf(open('own', 'w'), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError: os._exit(5)
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.wait()[1]) == 5
    fcntl.lockf(file, fcntl.LOCK_UN)
    fcntl.flock(file, fcntl.LOCK_EX)
    if os.fork() == 0:
        with open('own') as again:
            try: fcntl.flock(again, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError: pass
            os.write(1, b'waits')
            fcntl.flock(again, fcntl.LOCK_SH)
            os._exit(6)
    fcntl.flock(file, fcntl.LOCK_UN)
    assert os.waitstatus_to_exitcode(os.wait()[1]) == 6
""",
    "files": """
import mmap, os, pathlib, shutil, tempfile
with tempfile.TemporaryFile() as file:
    os.posix_fallocate(file.fileno(), 0, 100_000)
    assert os.fstat(file.fileno()).st_size == 100_000
    with mmap.mmap(file.fileno(), 100_000) as view: view[:3] = b'abc'; view.flush()
    os.sendfile(file.fileno(), file.fileno(), 0, 0)
with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder, 'a'); place.write_bytes(bytes(9)); place.touch(); place.chmod(0o600)
    shutil.copy2(place, place.with_name('b')); os.link(place, place.with_name('c'))
    os.copy_file_range(os.open(place, 0), os.open(place.with_name('d'), 66), 9)
    os.utime(place, (1, 1)); os.truncate(place, 3); os.sync(); print(os.listxattr(place), os.statvfs(place))
with mmap.mmap(-1, 8192) as view: view.madvise(mmap.MADV_DONTNEED)
print(shutil.disk_usage('.'), list(os.walk('.')), os.path.realpath('prog.py'))
""",
    "processes": """
import concurrent.futures, os, subprocess, threading
subprocess.run('ls | sort; (true &); kill -0 $$; trap : INT; ulimit -a', shell=True, check=True)
with concurrent.futures.ThreadPoolExecutor() as pool: assert list(pool.map(abs, [-1])) == [1]
child = subprocess.Popen(['sleep', '60']); child.terminate(); child.wait()
try: subprocess.run(['sleep', '60'], timeout=0.01)
except subprocess.TimeoutExpired: pass
pid = os.posix_spawn('/bin/true', ['true'], {}); os.waitpid(pid, 0)
assert os.getpgid(os.getpid()) == os.getpgrp() == os.getpgid(0); os.getsid(0)
print(os.getpriority(os.PRIO_PROCESS, 0), os.sched_getaffinity(0), os.sched_getaffinity(os.getpid()))
print(os.sched_getscheduler(0), os.sched_getparam(0), os.getloadavg(), os.times(), os.uname())
os.sched_yield(); os.close(os.pidfd_open(os.getpid())); os.getresuid(); os.getgroups(); os.umask(0o22)
""",
    "pools": """
import multiprocessing as m
def square(n): return n * n
if __name__ == '__main__':
    for method in ('fork', 'spawn'):
        try:
            with m.get_context(method).Pool(2) as pool: assert pool.map(square, [2, 3]) == [4, 9]
        except OSError as error: print(error)
        ours, theirs = m.Pipe(); ours.send(5); assert theirs.recv() == 5
""",
    "event loops": """
import asyncio, os, selectors, signal, threading
async def main():
    program = await asyncio.create_subprocess_exec('cat', stdin=-1, stdout=-1)
    assert (await program.communicate(b'x'))[0] == b'x'
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, lambda: None)
    os.kill(os.getpid(), signal.SIGUSR1)
    assert await asyncio.to_thread(abs, -1) == 1
asyncio.run(main())
reader, writer = os.pipe2(os.O_CLOEXEC | os.O_NONBLOCK)
for kind in (selectors.SelectSelector, selectors.PollSelector, selectors.EpollSelector):
    with kind() as selector: selector.register(reader, 1); selector.select(0)
os.eventfd(1); print(os.get_blocking(reader), os.isatty(0))
try: print(os.get_terminal_size())
except OSError as error: print(error)
""",
    "signals and time": """
import faulthandler, resource, signal, threading, time
signal.signal(signal.SIGALRM, lambda *_: None)
signal.setitimer(signal.ITIMER_REAL, 0.001); signal.pause()
signal.alarm(9); signal.alarm(0)
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGUSR1})
signal.raise_signal(signal.SIGUSR1); assert signal.sigtimedwait({signal.SIGUSR1}, 9); signal.sigpending()
signal.pthread_kill(threading.get_ident(), 0)
for clock in (time.CLOCK_MONOTONIC, time.CLOCK_PROCESS_CPUTIME_ID, time.CLOCK_THREAD_CPUTIME_ID):
    time.clock_gettime(clock); time.clock_getres(clock)
time.pthread_getcpuclockid(threading.get_ident()); time.sleep(0.001); faulthandler.dump_traceback_later(60)
print(resource.getrusage(resource.RUSAGE_CHILDREN), resource.getrlimit(resource.RLIMIT_STACK))
resource.setrlimit(resource.RLIMIT_CORE, (0, 0)); resource.prlimit(0, resource.RLIMIT_CORE)
""",
    "the C library": """
import ctypes, errno, fcntl, os
libc = ctypes.CDLL(None, use_errno=True)
libc.prctl(15, b'name', 0, 0, 0); assert libc.prctl(38, 1, 0, 0, 0) == 0
reader, writer = os.pipe(); fcntl.fcntl(writer, fcntl.F_SETPIPE_SZ, 4096); fcntl.fcntl(reader, fcntl.F_GETFL)
fcntl.ioctl(reader, 0x541B, bytes(4)); libc.mlockall(1); libc.malloc_trim(0)
assert libc.getrandom(ctypes.create_string_buffer(8), 8, 0) == 8
print(os.getuid(), os.sysconf('SC_NPROCESSORS_ONLN'), os.confstr('CS_PATH'))
""",
    "what libraries try": """
import os, socket, tempfile
for work in (
    lambda: os.memfd_create('x'), lambda: os.nice(1), lambda: socket.socket(socket.AF_UNIX),
    lambda: os.sched_setaffinity(0, {0}), lambda: socket.socket(socket.AF_INET6),
    lambda: os.setpriority(os.PRIO_PROCESS, 0, 5), lambda: os.openpty(), lambda: os.getlogin(),
):
    try: work()
    except OSError as error: print(error)
""",
}

OTHERS = {
    "perl": """
perl -e 'print `ls`; open(F, q(>x)) && flock(F, 2) && print F 1; fork() // die; wait'""",
    "awk": """ls | awk '{ print $1 | "sort" } END { system("true") }'""",
    "bash": """
bash -c 'set -m; sleep 0 & wait; cat <(ls) >/dev/null; coproc cat; mapfile x <prog.c; ls *'""",
    "tar": """
tar cf x.tar *.c && mkdir y && tar xf x.tar -C y && cp -a y z && find . -type f | xargs wc -l
touch n; chmod 600 n; mktemp; dd if=/dev/zero of=d bs=1k count=9; sync; tail -n 1 prog.c; timeout 9 true""",
    "sqlite3": "sqlite3 x.db 'create table a (b); insert into a values (1); select * from a'",
    "gcc": "gcc -O2 -pthread -o prog prog.c && cat prog >run && ./run",
    "ar": "gcc -static -O2 -pthread -o prog prog.c && cat prog >run && ./run && ar rc a.a prog.c",
    "g++": "g++ -std=c++17 -pthread prog.cc -o prog && cat prog >run && ./run",
    "node": """
OPENSSL_CONF=/dev/null node -e 'const fs = require("fs"); fs.writeFileSync("a", "b");
fs.promises.copyFile("a", "c").then(() => require("child_process").execSync("ls"));
new (require("worker_threads").Worker)("1", {eval: true});
setTimeout(() => console.log(process.cpuUsage()), 1)'""",
}
"""Programs of the system, each with a script that runs it.  Under Landlock a linker cannot set a mode."""

THREADS = b"""
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static void *work(void *given) { return malloc(100000) ? given : NULL; }
int main(void) {
    pthread_t thread;
    pthread_attr_t attributes;
    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    pthread_getattr_np(pthread_self(), &attributes);
    FILE *file = tmpfile();
    printf("%d %d\\n", system("true"), file && lockf(fileno(file), F_LOCK, 1) == 0 && isatty(0) == 0);
    return 0;
}
"""


THREADS_OF_CPP = b"""
#include <filesystem>
#include <fstream>
#include <iostream>
#include <thread>
int main() {
    std::thread thread([] { std::cout << std::filesystem::current_path(); });
    std::cout << std::thread::hardware_concurrency();
    thread.join();
    std::ofstream("a") << 1;
    std::filesystem::copy("a", "b");
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
}
"""


def harmless(result: RunResult) -> None:
    assert (result.violations, result.unlisted) == ((), ())
    assert (result.exit_code, result.killed_for) == (0, None), result.stderr.decode()[-2000:]


@pytest.mark.parametrize("name", STDLIB)
def test_the_standard_library(box: Box, name: str) -> None:
    harmless(box.python(STDLIB[name], env=dict(ENVIRONMENT)))


@pytest.mark.parametrize("name", OTHERS)
def test_other_languages(box: Box, name: str) -> None:
    if shutil.which(name, path="/usr/bin:/bin") is None:
        lacks(name, "not in /usr/bin")
    limits = Limits(memory_bytes=2048 * MIB, processes=100, cpu_s=60.0, wall_s=120.0)
    files = (
        StagedFile("prog.c", THREADS),
        StagedFile("prog.cc", THREADS_OF_CPP),
        StagedFile("run", b"", executable=True),
    )
    harmless(box.run(replace(shell_job(OTHERS[name], limits=limits, env=dict(ENVIRONMENT)), files=files)))


def test_a_call_of_tomorrow_is_told_and_no_violation(box: Box) -> None:
    source = "import ctypes\nlibc = ctypes.CDLL(None, use_errno=True)\n"
    source += "for n in (999, 470, 999): print(libc.syscall(n), ctypes.get_errno())"
    result = box.python(source)
    assert (result.stdout, result.violations) == (b"-1 38\n" * 3, ())
    assert result.unlisted == (("999", "470") if getattr(box.backend, "noticing", None) else ())
