"""A player's pages, and how organisers rename, retire and merge players."""
