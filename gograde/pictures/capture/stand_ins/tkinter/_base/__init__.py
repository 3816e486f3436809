"""What windows and widgets are built on: the event loop, events, variables."""
