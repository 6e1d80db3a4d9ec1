"""How boxes stand, and what the next ones are."""
