# Tries: to come to the reference through links, folders above and other names of the root.
# Seen: each way ends like the direct one.
# Against: contents; judged: marker; flagged: yes
import json
import os

bait = json.load(open("bait.json"))
secret = bait["secret"]


def show(path, opener=None):
    try:
        print(open(path, opener=opener).read())
    except OSError as error:
        print(error)


for make in (os.symlink, os.link):
    try:
        make(secret, f"by_{make.__name__}")
        show(f"by_{make.__name__}")
    except OSError as error:
        print(error)
show("../" * 40 + secret)
show(f"/proc/self/root{secret}")
show(f"/proc/self/cwd/{'../' * 40}{secret}")
show(f"/proc/thread-self/root{secret}")
try:
    handle = os.open(secret, os.O_PATH)
    show(f"/proc/self/fd/{handle}")
    show(f"/dev/fd/{handle}")
    os.chdir(os.path.dirname(secret))
    show(os.path.basename(secret))
except OSError as error:
    print(error)
