"""The back end that needs nothing installed: Landlock, a system call filter, rlimits, a process group."""
