"""Tests of accounts: signing in, joining, and what keeps others out."""
