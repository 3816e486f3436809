"""A league of bots without a class: plays games into a log, and makes a table."""
