"""Backing up the whole site, and restoring it."""
