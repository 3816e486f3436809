"""The Go Text Protocol, version 2: a session over a player, and a client that drives another program."""
