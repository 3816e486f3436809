"""The system call filter that both back ends use."""
