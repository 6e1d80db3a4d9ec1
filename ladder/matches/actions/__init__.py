"""What is stored of matches."""
