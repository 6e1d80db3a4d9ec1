"""Tools for those who build and try out the site: the demonstration and the simulator.

`demonstration/` makes a fictional club with a year of matches, by the ways that a club would use, and removes it again.
`simulator/` plays a season at random through the pages, as many people at once, and checks after each step that
everything stored still follows from the matches.
"""
