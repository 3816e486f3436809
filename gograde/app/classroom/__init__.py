"""A class for staff as pages of this machine: what the commands do, done by the functions that they call."""
