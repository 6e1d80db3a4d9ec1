"""The forms in which matches are entered, fixed and corrected."""
