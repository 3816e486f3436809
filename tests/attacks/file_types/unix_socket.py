# Tries: to block or crash the grader: its answer is a socket.
# Seen: refused, "socket", or it cannot be made.
# Against: answers; judged: foreign unnamed; control: naive; limits: cpu_s=2 wall_s=3
import socket

server = socket.socket(socket.AF_UNIX)
try:
    server.bind("answer.txt")
    print("made answer.txt")
except OSError as error:
    print(error.strerror)
