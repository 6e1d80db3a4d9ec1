"""Tests of what visitors read, and of what is kept of a person."""
