# Tries: to send answers out by UDP.
# Seen: no datagram arrives.
# Against: network; judged: listener; flagged: yes
import json
import socket

bait = json.load(open("bait.json"))
for family, host in ((socket.AF_INET, "127.0.0.1"), (socket.AF_INET6, "::ffff:127.0.0.1")):
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as caller:
            print(caller.sendto(b"my answers", (host, bait["udp_port"])))
    except OSError as error:
        print(error)
