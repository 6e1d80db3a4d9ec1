"""What is in a backup, checked in full, and how it compares with the site."""
