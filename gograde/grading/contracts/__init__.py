"""How submissions are started, asked and answered: one class for each kind of contract."""
