"""The forms of the club's pages."""
