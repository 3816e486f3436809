# Tries: the same with buffers as they are, but in as many processes as there may be.
# Seen: the run is ended for its memory, or less is held than its limit.
# Against: memory; judged: held; control: loose memory_bytes=1073741824;
#   limits: memory_bytes=134217728 cpu_s=6 wall_s=5
import os
import socket
import time

reader, writer = os.pipe()
for _ in range(28):
    if os.fork() == 0:
        held, pairs = 0, []
        try:
            while held < 12 << 20:
                pairs.append(socket.socketpair())
                for end in pairs[-1]:
                    end.setblocking(False)
                    try:
                        while True:
                            held += end.send(bytes(1 << 15))
                    except BlockingIOError:
                        pass
        except OSError:
            pass
        os.write(writer, b"%10d\n" % held)
        time.sleep(60)
held = sum(int(os.read(reader, 11)) for _ in range(28))
time.sleep(0.3)
os.write(1, b"held %d bytes\n" % held)
