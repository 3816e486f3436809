"""What the sandbox asks of the host: system calls, users, folders that can be read."""
