"""Reads: they return what templates print, numbers already formatted, and never write."""
