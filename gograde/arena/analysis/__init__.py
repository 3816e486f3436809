"""Games judged exactly near their end."""
