"""A player's pages: where they stand on a board, how they came there, and against whom."""
