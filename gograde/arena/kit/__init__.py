"""The kit of the 5x5 game that a course hands out: it runs on a bare Python, without gograde."""
