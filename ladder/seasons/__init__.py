"""Seasons: their dates and names, their boards, and the ratings that players start with.

A season has one or more boards, each a rating system with its options over the same matches; the first is the main
board. `actions/` opens, changes, closes and reopens seasons (`life_cycle.py`), adds, changes, moves and removes boards
(`boards.py`), and gives starting ratings (`starting_ratings.py`). What moves ratings is planned and shown before it is
made.

A season may start from the one before it on the same ladder: afresh, with ratings carried over, or drawn towards the
start value. Starting ratings that were given by hand or by a player file stand above carried ones. A closed season
takes no change until it is reopened. It keeps its winner, and closing it calls off the challenges that are left.
"""
