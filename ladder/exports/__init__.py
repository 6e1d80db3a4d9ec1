"""What is taken home as a file: matches, standings, and the description that an import makes the same season from."""
