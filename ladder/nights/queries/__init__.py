"""What the pages of a night show."""
