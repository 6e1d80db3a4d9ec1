"""The pages of nights, and the buttons on them."""
