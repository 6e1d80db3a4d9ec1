"""The site in a real browser, served as in production."""
