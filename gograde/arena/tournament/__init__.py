"""A league of bots without a class: settings and bots in, games and a table out, a log of games on disk."""
