"""The pages on which matches are entered, read and put right."""
