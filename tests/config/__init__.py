"""Tests of how the site runs."""
