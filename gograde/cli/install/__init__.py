"""What is around the commands: the extras they need, and completion in a shell."""
