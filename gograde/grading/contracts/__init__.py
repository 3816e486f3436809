"""The kinds of contract: how submissions are started, what they are asked, and how they answer."""
