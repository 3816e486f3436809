"""What stands on the points of a lattice: classes of points and their colours."""
