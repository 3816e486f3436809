# Tries: to call what only makes trouble: each number plainly and as a call of the x32 ABI.
# Seen: EPERM or ENOSYS for each, whatever its arguments.
# Against: rights; judged: calls; flagged: yes
import ctypes
import errno
import os
import platform

NUMBERS = """
add_key 248 217, bpf 321 280, fanotify_init 300 262, finit_module 313 273, fsopen 430 430, fspick
433 433, move_pages 279 239, init_module 175 105, io_uring_enter 426 426, io_uring_register 427 427,
io_uring_setup 425 425, kcmp 312 272, kexec_file_load 320 294, kexec_load 246 104, keyctl 250 219,
memfd_create 319 279, memfd_secret 447 447, mount_setattr 442 442, move_mount 429 429,
open_by_handle_at 304 265, open_tree 428 428, perf_event_open 298 241, personality 135 92,
pivot_root 155 41, process_madvise 440 440, process_vm_readv 310 270, quotactl 179 60, request_key
249 218, semget 64 190, setns 308 268, shmget 29 194, swapon 167 224, syslog 103 116, unshare 272
97, userfaultfd 323 282, vhangup 153 58, inotify_add_watch 254 27
"""
# name, number on x86_64, on aarch64
X32 = 0x40000000
REFUSED = (errno.EPERM, errno.ENOSYS, errno.EACCES)
libc = ctypes.CDLL(None, use_errno=True)
column = ("x86_64", "aarch64").index(platform.machine())


def call(name, number):
    answer = libc.syscall(ctypes.c_long(number), *(ctypes.c_long(word) for word in (0, 0, 0, 0, 0, 0)))
    error = ctypes.get_errno()
    if answer >= 0 or error not in REFUSED:
        print(name, answer, os.strerror(error))
        print(f"{name} answered {max(answer, 0)}", flush=True)


for name, *numbers in (row.split() for row in NUMBERS.replace("\n", " ").split(",")):
    call(name, int(numbers[column]))
    if column == 0:
        call(f"x32 {name}", int(numbers[column]) | X32)
call("a call of tomorrow", 600)
