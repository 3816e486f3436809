"""The base of windows and widgets: event loop, events, variables."""
