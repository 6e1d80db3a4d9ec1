"""Faults made on purpose, with the real server and its members at work; afterwards everything must be as it was told.

`python -m tests.faults` runs them all on both databases; docs/faults.md lists them.
"""
