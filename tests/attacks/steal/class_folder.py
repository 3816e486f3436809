# Tries: to read all that lies in the class folder: hidden answers, the submission of another, records.
# Seen: nothing of it comes out.
# Against: contents; judged: marker; flagged: yes
import json
import pathlib

bait = json.load(open("bait.json"))
folder = pathlib.Path(bait["class"])
for name in ("hidden/board9/answers.json", "submissions/board9/s1002/board.py"):
    try:
        print(folder.joinpath(name).read_text())
    except OSError as error:
        print(error)
for path in folder.rglob("*"):
    print(path, path.is_file() and path.read_bytes())
