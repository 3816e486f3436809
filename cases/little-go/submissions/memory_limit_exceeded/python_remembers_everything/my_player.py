# Makes a table of every board before it looks at this one.
tables = []
while True:
    tables.append(b"\1" * (64 << 20))
