"""What a file says, what is doubtful about it, and what importing it would do; nothing here stores anything."""
