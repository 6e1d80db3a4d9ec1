"""A fictional club, to look at and to try things out on."""
