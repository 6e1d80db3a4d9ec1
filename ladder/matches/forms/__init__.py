"""Forms in which matches are entered and put right."""
