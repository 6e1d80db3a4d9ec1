"""The pages about the rating systems: rules, worked examples, options and a calculator for each.

Everything is built from what a system declares about itself, so a new system has its page at once.
"""
