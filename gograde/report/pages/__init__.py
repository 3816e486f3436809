"""The pages of a class and of a student."""
