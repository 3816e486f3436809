# Tries: to send from a pair of datagram sockets, which needs no socket(2), to a service's socket file.
# Seen: the pair is refused, or the file is not there.
# Against: network; judged: listener
import json
import socket

bait = json.load(open("bait.json"))
for kind in (socket.SOCK_DGRAM, socket.SOCK_SEQPACKET, socket.SOCK_STREAM):
    try:
        left, right = socket.socketpair(socket.AF_UNIX, kind)
        print(left.sendto(b"hello", bait["datagram"]))
    except OSError as error:
        print(error)
