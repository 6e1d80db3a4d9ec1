"""What the story of a ladder is told from, and a page of it."""
