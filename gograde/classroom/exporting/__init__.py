"""Marks on their way into the tables that learning systems hand out for them."""
