"""What may be done to a ladder: one transaction each, the ladder locked first."""
