"""The pages about the rating systems: rules, worked examples, options and a calculator for each.

Everything is built from what a system says about itself, so a new system brings its own page.
"""
