# Tries: to make sockets of every other family: netlink, packets, vsock, key rings, algorithms …
# Seen: EPERM for all that are not of the Unix family.
# Against: network; judged: calls; flagged: yes
import socket

for family in (*range(2, 46), 10_000):
    for kind in (socket.SOCK_STREAM, socket.SOCK_DGRAM, socket.SOCK_RAW, socket.SOCK_SEQPACKET):
        try:
            with socket.socket(family, kind) as mine:
                print(f"socket({family}, {int(kind)}) answered {mine.fileno()}")
        except OSError:
            pass
