"""The pages on which matches are entered, read, fixed and corrected."""
