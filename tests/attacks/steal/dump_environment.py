# Tries: to print its environment.
# Seen: nothing but what every run is given.
# Against: inherited; judged: marker; control: careless
import os

for name, value in os.environ.items():
    print(name, value)
os.system("/usr/bin/env; set")
