"""What the sheet of a ladder's rules says."""
