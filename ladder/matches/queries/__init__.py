"""What pages read of matches."""
