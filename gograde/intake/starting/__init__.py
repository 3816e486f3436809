"""How a program is built and started, once its entry is known."""
