"""A photograph of a player, which only they themselves upload.

pictures.py   what was uploaded becomes a small square picture of our own, or is refused in one sentence
actions.py    store and remove
queries.py    who sees one
views.py      the form, and the picture for those who see the name
"""
