"""A request comes in, one service or selector is called, a response goes out."""
