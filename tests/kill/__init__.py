"""The server is killed in the middle of a large correction; the ladder must be as before or as after."""
