"""What templates can't do fast enough themselves."""
