"""What all local pages share: one person's server on this machine, its door, its events, its refusals.

An application gives routes and a `Hub`; `gograde.app.server.running.serve` opens the door and serves them.
"""
