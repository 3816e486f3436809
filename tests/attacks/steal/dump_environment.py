# Tries: to print its environment.
# Against: inherited
# Seen: nothing but what every run is given.
# Judged: marker
# Control: careless
import os

for name, value in os.environ.items():
    print(name, value)
os.system("/usr/bin/env; set")
