"""A tool for those who try the site out: `demonstration/` makes a fictional club with a year of matches.

It makes them by the ways that a club would use, and removes them again.
"""
