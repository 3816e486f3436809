# Tries: to hold memory in the buffers of connected sockets, which belong to no process's figures.
# Seen: the run is ended for its memory, or less is held than its limit.
# Against: memory; judged: held; limits: memory_bytes=134217728 cpu_s=4 wall_s=4
import os
import socket
import time

held = 0
pairs = []
try:
    while held < 400 << 20:
        pairs.append(socket.socketpair())
        for end in pairs[-1]:
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 24)
            end.setblocking(False)
            try:
                while held < 400 << 20:
                    held += end.send(bytes(1 << 16))
            except BlockingIOError:
                pass
except OSError as error:
    print(error.strerror)
time.sleep(0.3)
os.write(1, b"held %d bytes\n" % held)
