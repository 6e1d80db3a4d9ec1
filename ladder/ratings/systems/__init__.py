"""The rating systems, one file each: formula, explanation, description and printed examples together.

The registry imports every file of this package, so adding a system is adding a file.
"""
