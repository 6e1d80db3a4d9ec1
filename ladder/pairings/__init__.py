"""Before the match: what a match between any two players would bring, and whom a member may want to play.

A pairing is two players of a ladder who may play each other, or two sides of several. Nothing here is stored.

queries/outlook.py       chances, stakes and ranks after each result, on every board that would rate the match
queries/comparison.py    the page put together: the outlook, the record so far, and whether a challenge is possible
queries/suggestions.py   whom a member could play next
forms.py                 the players, the kind and the facts such as the length
views.py                 the page on which two players are chosen, and the page of two players
"""
