"""What the lab works out and shows."""
