"""What organisers and owners change about players, with the ladders locked that it touches."""
