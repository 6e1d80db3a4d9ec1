"""How fast the ladder is: measured, never a test."""
