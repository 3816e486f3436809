"""Series of games against a reference player, as a program plays them and as they are scored."""
