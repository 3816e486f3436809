# Tries: to connect to a service of the grader's machine.
# Seen: no connection: the listener is never reached.
# Against: network; judged: listener; flagged: yes
import json
import socket

bait = json.load(open("bait.json"))
for host in ("127.0.0.1", "0.0.0.0", "::ffff:127.0.0.1"):
    try:
        with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as caller:
            caller.settimeout(1)
            caller.connect((host, bait["tcp_port"]))
            caller.sendall(b"hello")
            print("connected to", host)
    except OSError as error:
        print(error)
