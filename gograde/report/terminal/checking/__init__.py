"""What a check shows on a terminal besides its result: how far it is, and the pictures as they were read."""
