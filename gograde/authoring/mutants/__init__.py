"""Small faults in a right program, and which cases catch them."""
