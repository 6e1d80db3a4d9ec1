"""Whom a member may challenge, why not the others, and what became of the challenges there are."""
