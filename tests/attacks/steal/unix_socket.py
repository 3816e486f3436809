# Tries: to talk to a service through its socket file, as to a container engine or a key agent.
# Seen: no connection.
# Against: network; judged: listener
import json
import os
import socket

bait = json.load(open("bait.json"))
for before in ("", "/proc/self/root", "../" * 20):
    path = before + bait["unix_socket"]
    try:
        with socket.socket(socket.AF_UNIX) as caller:
            caller.connect(path)
            print("connected to", path)
    except OSError as error:
        print(error)
for path in ("/run/docker.sock", "/run/dbus/system_bus_socket", "/run/systemd/private"):
    print(path, os.path.exists(path))
