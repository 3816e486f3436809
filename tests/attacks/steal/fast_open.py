# Tries: to connect by sending, without connect(2).
# Seen: no socket is made, or nobody is there.
# Against: network; judged: listener; flagged: yes
import json
import socket

bait = json.load(open("bait.json"))
try:
    with socket.socket() as caller:
        caller.settimeout(1)
        print(caller.sendto(b"hello", socket.MSG_FASTOPEN, ("127.0.0.1", bait["tcp_port"])))
except OSError as error:
    print(error)
