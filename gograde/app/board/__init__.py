"""The live board of the paper's program, as a page: people and programs play, and the situation is shown."""
