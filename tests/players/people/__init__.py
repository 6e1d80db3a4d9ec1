"""Tests of players as people: names, merging and the list."""
