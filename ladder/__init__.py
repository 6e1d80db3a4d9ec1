"""What is played and what it is worth."""
